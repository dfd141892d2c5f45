export const incidentTexts = {
  list: { title: 'Incidents' },
  board: { title: 'Board' },
  create: { title: 'Report an Incident' },
  detail: { title: 'Incident' },
  priorities: { CRITICAL: 'Critical', MAJOR: 'Major', NORMAL: 'Normal', MINOR: 'Minor' },
  withoutName: 'Without a name',
  unassigned: 'Unassigned',
}
