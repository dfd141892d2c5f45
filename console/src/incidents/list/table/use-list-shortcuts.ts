import { useNavigate } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { fromOrigin } from '../../origin/origin.ts'
import type { IncidentRow } from './columns.tsx'

const texts = incidentListTexts.keyboard

interface ListShortcuts {
  move: (rows: number) => void
  /** The row that the keys are about; where it is out of sight it is brought there instead, and they do nothing. */
  row: () => IncidentRow | undefined
  /** Told of the Incident that is about to be opened. */
  onOpen: (id: Uuid) => void
}

/** What the list can do by single keys. */
export function useListShortcuts({ move, row, onOpen }: ListShortcuts): void {
  const navigate = useNavigate()
  const toggle = (shiftKey: boolean) => {
    const current = row()
    // As the checkbox itself would, so that a range begins and ends where it was last pressed.
    const checked = shiftKey || !current?.getIsSelected()
    current?.getToggleSelectedHandler()({ shiftKey, target: { checked } })
  }
  useShortcuts(incidentListTexts.title, [
    { keys: 'j', description: texts.next, action: () => move(1) },
    { keys: 'k', description: texts.previous, action: () => move(-1) },
    {
      keys: 'Enter',
      description: texts.open,
      action() {
        const incidentId = row()?.id
        if (!incidentId) return
        onOpen(incidentId)
        void navigate({ to: '/incidents/$incidentId', params: { incidentId }, state: fromOrigin })
      },
    },
    { keys: 'x', description: texts.select, action: () => toggle(false) },
    { keys: 'X', description: texts.selectRange, action: () => toggle(true) },
  ])
}
