import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { Dialog } from '../../../kit/dialogs/dialog.tsx'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { incidentTexts } from '../../../texts/incidents.ts'
import { unchangedReason, unchangedSummary, type UnchangedIncident } from './unchanged-incidents.ts'

const texts = incidentListTexts.bulk

interface UnchangedDialogProps {
  unchanged: readonly UnchangedIncident[]
  onClose: () => void
}

/** Dialog that lists the incidents that a change did not change, or may not have changed, with the reason for each. */
export function UnchangedDialog({ unchanged, onClose }: UnchangedDialogProps) {
  return (
    <Dialog onClose={onClose} title={unchangedSummary(unchanged)} size="lg" scrollAreaComponent={ScrollArea.Autosize}>
      <Stack>
        <Text size="sm">{texts.unchangedHint}</Text>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.incident}</Table.Th>
              <Table.Th>{texts.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {unchanged.map((incident) => (
              <Table.Tr key={incident.incidentId}>
                <Table.Td>{incidentTexts.nameOf(incident)}</Table.Td>
                <Table.Td>{unchangedReason(incident)}</Table.Td>
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
