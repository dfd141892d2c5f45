import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import type { ChangeOutcome } from '@tocsin/contract/incident-change.ts'
import { Dialog } from '../../frame/dialog.tsx'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { incidentTexts } from '../../texts/incidents.ts'

const texts = incidentListTexts.bulk

/** An Incident that was left as it was, by the name that it had when it was to be changed. */
export interface RefusedChange extends ChangeOutcome {
  name: string | null
}

interface RefusedDialogProps {
  refused: readonly RefusedChange[]
  onClose: () => void
}

/** Which Incidents were left as they were, and why. */
export function RefusedDialog({ refused, onClose }: RefusedDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={texts.refusedTitle(refused.length)}
      size="lg"
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Stack>
        <Text size="sm">{texts.refusedHint}</Text>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.incident}</Table.Th>
              <Table.Th>{texts.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {refused.map(({ incidentId, name, detail }) => (
              <Table.Tr key={incidentId}>
                <Table.Td>{name || incidentTexts.withoutName}</Table.Td>
                <Table.Td>{detail}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.close}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
