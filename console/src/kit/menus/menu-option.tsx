import { Combobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './search-menu.module.css'

export interface MenuOption {
  value: string
  /** Text that is compared with the search text. It is also the shown text, unless `text` is given. */
  label: string
  /** Content shown instead of `label`. */
  text?: ReactNode
}

interface OptionOfProps {
  option: MenuOption
  /** True if the option is chosen; undefined in a menu that shows no choice. */
  isSelected: boolean | undefined
}

/** One option of the list, with a check mark if it is selected. */
export function OptionOf({ option: { value, label, text = label }, isSelected }: OptionOfProps) {
  if (isSelected === undefined) return <Combobox.Option value={value}>{text}</Combobox.Option>
  return (
    <Combobox.Option value={value} active={isSelected} aria-checked={isSelected}>
      <span className={classes.option}>
        <IconCheck size={16} aria-hidden data-checked={isSelected || undefined} />
        <span>{text}</span>
      </span>
    </Combobox.Option>
  )
}
