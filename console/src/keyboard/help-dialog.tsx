import { Group, Kbd, Stack, Switch, Table, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { Dialog } from '../kit/dialogs/dialog.tsx'
import { frameTexts } from '../texts/frame.ts'
import type { ShortcutGroup } from './shortcut.ts'

const texts = frameTexts.keyboard

interface HelpDialogProps {
  groups: readonly ShortcutGroup[]
  enabled: boolean
  onEnable: (enabled: boolean) => void
  onClose: () => void
}

/** Dialog with the keyboard shortcuts of the page and a switch for single-key shortcuts. */
export function HelpDialog({ groups, enabled, onEnable, onClose }: HelpDialogProps) {
  return (
    <Dialog onClose={onClose} title={texts.title}>
      <Stack>
        {[...Map.groupBy(groups, ({ title }) => title)].map(([title, sameTitle]) => (
          <section key={title}>
            <Title order={3}>{title}</Title>
            <Table>
              <Table.Tbody>
                {sameTitle
                  .flatMap(({ shortcuts }) => shortcuts)
                  .map(({ keys, description }) => (
                    <Table.Tr key={`${keys} ${description}`}>
                      <Table.Td>{description}</Table.Td>
                      <Table.Td w={120}>
                        <Keys keys={keys} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
        <Switch
          label={texts.enabled}
          description={texts.enabledHint}
          checked={enabled}
          onChange={({ currentTarget }) => onEnable(currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  )
}

const Keys = ({ keys }: { keys: string }) => (
  <Group gap={4} wrap="nowrap">
    {keys.split(' ').map((key, index) => (
      // The index is the React key, because a sequence may contain a keyboard key twice.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        {index > 0 && (
          <Text span size="xs" c="dimmed">
            {texts.thenKey}
          </Text>
        )}
        <Kbd>{key}</Kbd>
      </Fragment>
    ))}
  </Group>
)
