import { useNavigate } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { incidentFactTexts } from '../../../texts/incident-facts.ts'
import { copyLink } from '../../copy-incident.ts'
import { factKeys } from '../../facts/fact-keys.ts'
import type { MenuField } from '../../facts/fact-menu.tsx'
import { fromOrigin } from '../../origin/origin.ts'
import type { IncidentRow } from './columns.tsx'

const texts = incidentListTexts.keyboard
const factTexts = incidentFactTexts.keys

interface ListShortcuts {
  move: (rows: number) => void
  /** Returns the active row if it is visible. Otherwise scrolls to the active row and returns undefined. */
  row: () => IncidentRow | undefined
  /** Called with the id of the incident that the user opens. */
  onOpen: (id: Uuid) => void
  /** Opens the menu of a fact at the row. */
  onFact: (field: MenuField, row: IncidentRow) => void
  onAssignToMe: (row: IncidentRow) => void
}

export function useListShortcuts({ move, row, onOpen, onFact, onAssignToMe }: ListShortcuts): void {
  const navigate = useNavigate()
  const toggle = (shiftKey: boolean) => {
    const current = row()
    // Call the handler of the checkbox. With Shift, the handler selects all rows from the last selected row to this
    // row.
    const checked = shiftKey || !current?.getIsSelected()
    current?.getToggleSelectedHandler()({ shiftKey, target: { checked } })
  }
  const withRow = (act: (current: IncidentRow) => void) => () => {
    const current = row()
    if (current) act(current)
  }
  useShortcuts(incidentListTexts.title, [
    { keys: 'j', description: texts.next, isRepeatable: true, action: () => move(1) },
    { keys: 'k', description: texts.previous, isRepeatable: true, action: () => move(-1) },
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
    ...factKeys.map(({ keys, field, description }) => ({
      keys,
      description,
      action: withRow((current) => onFact(field, current)),
    })),
    { keys: 'a', description: factTexts.assignToMe, action: withRow(onAssignToMe) },
    {
      keys: 'y',
      description: factTexts.copyLink,
      action: withRow(({ original }) => void copyLink(original)),
    },
  ])
}
