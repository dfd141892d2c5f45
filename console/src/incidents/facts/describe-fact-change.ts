import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import { fieldTexts } from '../../texts/incident-form.ts'
import { incidentFactTexts as texts } from '../../texts/incident-facts.ts'
import { incidentTexts } from '../../texts/incidents.ts'

/**
 * Describes a change for the message with “Undo”.
 * @param stateName name of the state after the change.
 */
export function describeFactChange(patch: PatchIncident, stateName: string | undefined): string {
  if (patch.stateId !== undefined && stateName) return incidentTexts.movedTo(stateName)
  if (patch.assigneeId !== undefined) return texts.assigned(patch.assigneeId !== null)
  if (patch.priority) return texts.prioritySet(patch.priority)
  return texts.changed(fieldTexts[labelledField(patch)])
}

/**
 * Returns the field that messages about a change name: the first field of the patch. If a new type also clears the
 * category, for example, messages name the type.
 */
export const labelledField = (patch: PatchIncident) => Object.keys(patch)[0] as keyof typeof fieldTexts
