import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../kit/dialogs/dialog.tsx'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { leftName, leftReason } from './left-incident.ts'
import type { LeftReport } from './bulk-run.ts'

const texts = incidentListTexts.bulk

/** Number of rows that the dialog shows at first, and that each press of the button adds. */
const step = 100

interface LeftDialogProps {
  left: LeftReport
  onClose: () => void
}

/** Dialog that lists the incidents that a bulk change did not change, with the reason for each. */
export function LeftDialog({ left: { incidents, hint }, onClose }: LeftDialogProps) {
  const [shown, setShown] = useState(step)
  const hidden = incidents.length - shown
  return (
    <Dialog
      onClose={onClose}
      title={texts.leftTitle(incidents.length)}
      size="lg"
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Stack>
        <Text size="sm">{hint}</Text>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.incident}</Table.Th>
              <Table.Th>{texts.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {incidents.slice(0, shown).map((incident) => (
              <Table.Tr key={incident.incidentId}>
                <Table.Td>{leftName(incident)}</Table.Td>
                <Table.Td>{leftReason(incident)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          {hidden > 0 && (
            <Button variant="default" onClick={() => setShown(shown + step)}>
              {texts.showMore(Math.min(step, hidden), hidden)}
            </Button>
          )}
          <Button onClick={onClose}>{texts.close}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
