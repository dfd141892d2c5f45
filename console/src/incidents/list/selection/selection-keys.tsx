import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'

const texts = incidentListTexts.bulk

/** Facts that can be changed for all selected incidents at once. */
export type SelectionField = 'stateId' | 'assigneeId' | 'priority'

/** Registers the keys that open the menus of the selection bar, in place of the keys for the marked row. */
export function SelectionKeys({ onKey }: { onKey: (field: SelectionField) => void }) {
  useShortcuts(incidentListTexts.title, [
    { keys: 's', description: texts.keys.stateId, action: () => onKey('stateId') },
    { keys: 'i', description: texts.keys.assigneeId, action: () => onKey('assigneeId') },
    { keys: 'p', description: texts.keys.priority, action: () => onKey('priority') },
  ])
  return null
}
