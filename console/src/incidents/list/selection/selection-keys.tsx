import { notifications } from '@mantine/notifications'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'

const texts = incidentListTexts.bulk

/** Facts that can be changed for all selected incidents at once. */
export type SelectionField = 'stateId' | 'assigneeId' | 'priority'

interface SelectionKeysProps {
  /** Called with the fact whose key was pressed. Opens the menu of this fact. */
  onKey: (field: SelectionField) => void
  onAssignToMe: () => void
}

/**
 * Registers the keys that change the selected incidents, in place of the keys for the marked row. The keys for the
 * location and the tags only show a message, because these facts can be changed for only one incident at a time.
 */
export function SelectionKeys({ onKey, onAssignToMe }: SelectionKeysProps) {
  useShortcuts(incidentListTexts.title, [
    { keys: 's', description: texts.keys.stateId, action: () => onKey('stateId') },
    { keys: 'i', description: texts.keys.assigneeId, action: () => onKey('assigneeId') },
    { keys: 'p', description: texts.keys.priority, action: () => onKey('priority') },
    { keys: 'a', description: texts.keys.assignToMe, action: onAssignToMe },
    { keys: 'l', description: texts.keys.locationId, action: () => show(texts.oneAtATime.locationId) },
    { keys: 't', description: texts.keys.tags, action: () => show(texts.oneAtATime.tags) },
  ])
  return null
}

/**
 * Makes the keys for the selected incidents show “please wait” while a bulk change is running. Without this component,
 * the keys would change the marked row.
 */
export const WaitingKeys = () => <SelectionKeys onKey={showWait} onAssignToMe={showWait} />

const showWait = () => show(texts.wait)

const show = (message: string) => notifications.show({ message, role: 'status' })
