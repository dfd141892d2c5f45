export const incidentTexts = {
  list: { title: 'Incidents' },
  board: { title: 'Board' },
  create: { title: 'Report an Incident' },
  detail: { title: 'Incident' },
  priorities: { CRITICAL: 'Critical', MAJOR: 'Major', NORMAL: 'Normal', MINOR: 'Minor' },
  nameOf: ({ name }: { name: string | null }) => name || 'Without a name',
  unassigned: 'Unassigned',
  moveFailed: (name: string, state: string) => `Moving ${name} to ${state} did not work`,
}
