import { priorities } from '@tocsin/contract/priorities.ts'
import { incidentTexts } from '../texts/incidents.ts'

/** The priorities to choose from, the most urgent first. */
export const priorityOptions = priorities
  .toReversed()
  .map((priority) => ({ value: priority, label: incidentTexts.priorities[priority] }))
