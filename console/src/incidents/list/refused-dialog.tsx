import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import type { ChangeOutcome } from '@tocsin/contract/incident-change.ts'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import { Dialog } from '../../frame/dialog.tsx'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { incidentTexts } from '../../texts/incidents.ts'

const texts = incidentListTexts.bulk

interface RefusedDialogProps {
  refused: readonly ChangeOutcome[]
  incidents: readonly IncidentResponse[]
  onClose: () => void
}

/** Which Incidents were left as they were, and why. */
export function RefusedDialog({ refused, incidents, onClose }: RefusedDialogProps) {
  const names = new Map(incidents.map(({ id, name }) => [id, name]))
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
            {refused.map(({ incidentId, detail }) => (
              <Table.Tr key={incidentId}>
                <Table.Td>{names.get(incidentId) || incidentTexts.withoutName}</Table.Td>
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
