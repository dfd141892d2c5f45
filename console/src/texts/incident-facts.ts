import type { Priority } from '@tocsin/contract/api/incident.ts'
import { incidentTexts } from './incidents.ts'
import { defineTexts } from './define-texts.ts'

/** Texts for changing one fact of an incident where it is shown. */
export const incidentFactTexts = defineTexts({
  fact: (label: string, value: string) => `${label}: ${value}`,
  edit: (label: string) => `Edit ${label.toLowerCase()}`,
  nobody: 'Nobody',
  noDescription: 'Add a description',
  addDetails: 'Add details',
  findDetail: 'Find a detail',
  assigned: (isAssigned: boolean) => (isAssigned ? 'Assigned.' : 'No longer assigned.'),
  prioritySet: (priority: Priority) => `Priority set to ${incidentTexts.priorities[priority]}.`,
  changed: (label: string) => `${label} changed.`,
  failed: (label: string) => `Couldn’t change the ${label.toLowerCase()}`,
  alreadyMine: 'It’s already assigned to you.',
  conflict: {
    changed: (who: string | undefined, label: string, value: string) =>
      `${who ?? 'Somebody'} changed the ${label.toLowerCase()} to ${value} in the meantime.`,
    keepMine: (value?: string) => (value ? `Keep mine: ${value}` : 'Keep mine'),
    takeTheirs: 'Take theirs',
  },
  nextStep: (state: string) => `Move to ${state}`,
  /** Invisible placeholder for the name of a state that is loading. */
  someState: 'In progress',
  nothing: 'nothing',
  keys: {
    stateId: 'Choose the state',
    priority: 'Choose the priority',
    assigneeId: 'Choose the assignee',
    locationId: 'Choose the location',
    tags: 'Add or remove tags',
    assignToMe: 'Assign to me',
    copyLink: 'Copy the link',
  },
})
