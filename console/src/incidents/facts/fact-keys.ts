import { incidentFactTexts } from '../../texts/incident-facts.ts'
import type { MenuField } from './fact-menu.tsx'

const descriptions = incidentFactTexts.keys

/** Shortcut keys. Each opens the menu of one fact, on the page of an incident or for the marked row of the list. */
export const factKeys = [
  { keys: 's', field: 'stateId', description: descriptions.stateId },
  { keys: 'p', field: 'priority', description: descriptions.priority },
  { keys: 'i', field: 'assigneeId', description: descriptions.assigneeId },
  { keys: 'l', field: 'locationId', description: descriptions.locationId },
  { keys: 't', field: 'tags', description: descriptions.tags },
] as const satisfies readonly { keys: string; field: MenuField; description: string }[]
