import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { frameTexts } from '../../texts/frame.ts'
import classes from './order-buttons.module.css'

const texts = frameTexts.order

export interface OrderButtonsProps {
  name: string
  /** Position of the entry in its list, from 0. */
  index: number
  count: number
  onMove: (step: -1 | 1) => void
  /** Announces the new position to screen readers. */
  announce: (text: string) => void
}

/** Buttons that move an entry of a list up or down. They need no dragging, so they work with every input device. */
export function OrderButtons({ name, index, count, onMove, announce }: OrderButtonsProps) {
  const button = (step: -1 | 1, label: string, Icon: typeof IconArrowUp) => {
    const isPossible = index + step >= 0 && index + step < count
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        // Use `aria-disabled`, because a button with the attribute `disabled` would lose the focus.
        aria-disabled={!isPossible}
        className={classes.order!}
        onClick={({ currentTarget }) => {
          if (!isPossible) return
          // The button loses the focus when it moves in the DOM with the entry. Render at once and focus the button
          // again, so that the button receives the next key.
          flushSync(() => onMove(step))
          currentTarget.focus()
          announce(texts.moved(name, index + step + 1, count))
        }}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <>
      {button(-1, texts.up(name), IconArrowUp)}
      {button(1, texts.down(name), IconArrowDown)}
    </>
  )
}
