import { useNavigate } from '@tanstack/react-router'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { IncidentRow } from './columns.tsx'
import { useRememberPlace } from './place.ts'

const texts = incidentListTexts.keyboard

interface ListShortcuts {
  move: (rows: number) => void
  /** The row that the keys are about. */
  row: () => IncidentRow | undefined
}

/** What the list can do by single keys. */
export function useListShortcuts({ move, row }: ListShortcuts): void {
  const navigate = useNavigate()
  const remember = useRememberPlace()
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
        remember(incidentId)
        void navigate({ to: '/incidents/$incidentId', params: { incidentId } })
      },
    },
    { keys: 'x', description: texts.select, action: () => toggle(false) },
    { keys: 'X', description: texts.selectRange, action: () => toggle(true) },
  ])
}
