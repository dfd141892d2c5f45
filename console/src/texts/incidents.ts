import { defineTexts } from './define-texts.ts'

export const incidentTexts = defineTexts({
  list: { title: 'Incidents' },
  board: { title: 'Board' },
  create: { title: 'Report an incident' },
  detail: { title: 'Incident' },
  priorities: { CRITICAL: 'Critical', MAJOR: 'Major', NORMAL: 'Normal', MINOR: 'Minor' },
  nameOf: ({ name }: { name: string | null }) => name || 'Without a name',
  /** Number by which people name an incident, for example #1042. */
  number: ({ number }: { number: number }) => `#${number}`,
  unassigned: 'Unassigned',
  ageLevels: { aging: 'Getting old', overdue: 'Overdue' },
  movedTo: (state: string) => `Moved to ${state}.`,
  undo: {
    /** Names the incident, because messages about several incidents can be shown at once. */
    doneTo: ({ number }: { number: number }, done: string) => `#${number} · ${done}`,
    done: 'Undone.',
    failed: 'Couldn’t undo the change',
    changedSince: 'Somebody has changed this incident since. Nothing was undone.',
  },
  moveFailed: (name: string, state: string) => `Couldn’t move ${name} to ${state}`,
})
