import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { Dialog } from '../../frame/dialog.tsx'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import type { BulkOutcome } from './change-selected.ts'

const texts = incidentListTexts.bulk

/** An Incident that is not changed, or may not be, by the name that it had when it was to be. */
export interface RemainingIncident extends BulkOutcome {
  name: string | null
}

interface RemainingDialogProps {
  remaining: readonly RemainingIncident[]
  onClose: () => void
}

export function remainingTitle(remaining: readonly RemainingIncident[]): string {
  const unknown = remaining.filter(({ became }) => became === 'unknown').length
  return texts.remainingTitle(remaining.length - unknown, unknown)
}

/** Which Incidents were left as they were or may have been, and why. */
export function RemainingDialog({ remaining, onClose }: RemainingDialogProps) {
  return (
    <Dialog onClose={onClose} title={remainingTitle(remaining)} size="lg" scrollAreaComponent={ScrollArea.Autosize}>
      <Stack>
        <Text size="sm">{texts.remainingHint}</Text>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.incident}</Table.Th>
              <Table.Th>{texts.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {remaining.map(({ incidentId, name, became, reason }) => (
              <Table.Tr key={incidentId}>
                <Table.Td>{name || incidentTexts.withoutName}</Table.Td>
                <Table.Td>{became === 'unknown' ? texts.unknown(reason) : reason}</Table.Td>
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
