import { priorities } from '@tocsin/contract/priorities.ts'
import { incidentTexts } from '../texts/incidents.ts'

/** Options of a field or menu that selects a priority, the most urgent first. */
export const priorityOptions = priorities
  .toReversed()
  .map((priority) => ({ value: priority, label: incidentTexts.priorities[priority] }))
