import { useNavigate } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { fromOrigin } from '../../origin/origin.ts'
import type { IncidentRow } from './columns.tsx'

const texts = incidentListTexts.keyboard

interface ListShortcuts {
  move: (rows: number) => void
  /** Returns the active row. Scrolls to it and returns undefined if it is not visible. */
  row: () => IncidentRow | undefined
  /** Told of the Incident that is about to be opened. */
  onOpen: (id: Uuid) => void
}

/** Registers the shortcuts of the list. */
export function useListShortcuts({ move, row, onOpen }: ListShortcuts): void {
  const navigate = useNavigate()
  const toggle = (shiftKey: boolean) => {
    const current = row()
    // Behave like the checkbox, so that a range starts at the last pressed row.
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
