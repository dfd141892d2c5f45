import { useNavigate } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { fromOrigin } from '../../origin/origin.ts'
import type { IncidentRow } from './columns.tsx'

const texts = incidentListTexts.keyboard

interface ListShortcuts {
  move: (rows: number) => void
  /** Returns the active row if it is visible. Otherwise scrolls to the active row and returns undefined. */
  row: () => IncidentRow | undefined
  /** Called with the id of the incident that the user opens. */
  onOpen: (id: Uuid) => void
}

export function useListShortcuts({ move, row, onOpen }: ListShortcuts): void {
  const navigate = useNavigate()
  const toggle = (shiftKey: boolean) => {
    const current = row()
    // Call the handler that the checkbox also calls, because it starts a range at the row that the user selected last.
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
