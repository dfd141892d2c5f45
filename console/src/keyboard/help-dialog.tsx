import { Stack, Switch, Table, Title } from '@mantine/core'
import { Dialog } from '../kit/dialogs/dialog.tsx'
import { frameTexts } from '../texts/frame.ts'
import { Keys } from './keys.tsx'
import { lastOfEachKey } from './last-of-each-key.ts'
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
                {lastOfEachKey(sameTitle).map(({ keys, description }) => (
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
