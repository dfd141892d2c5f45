import { Group, Kbd, Text } from '@mantine/core'
import { Fragment } from 'react'
import { frameTexts } from '../texts/frame.ts'

const texts = frameTexts.keyboard

/** Shows the keys of a shortcut, labelled as on the keyboard. */
export function Keys({ keys }: { keys: string }) {
  const isTogether = keys.startsWith('Mod+')
  const shown = isTogether ? [texts.modifier, keys.slice('Mod+'.length).toUpperCase()] : keys.split(' ')
  return (
    <Group gap={4} wrap="nowrap" component="span">
      {shown.map((key, index) => (
        // The index is the React key, because a sequence may contain a keyboard key twice.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && !isTogether && (
            <Text span size="xs" c="dimmed">
              {texts.thenKey}
            </Text>
          )}
          <Kbd>{key}</Kbd>
        </Fragment>
      ))}
    </Group>
  )
}
