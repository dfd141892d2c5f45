/** Numbers of rows in an import that is complete or ended early. */
export interface ImportReport {
  rows: number
  created: number
  /** Number of rows whose incident exists already, because an earlier run of the import created it. */
  alreadyThere: number
  /** Number of rows whose incident would be created; 0 except in a dry run. */
  accepted: number
  refused: number
  seconds: number
}

export const newReport = (): ImportReport => ({
  rows: 0,
  created: 0,
  alreadyThere: 0,
  accepted: 0,
  refused: 0,
  seconds: 0,
})

export const countOfRows = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'}`

export function textOf({ rows, created, alreadyThere, accepted, refused, seconds }: ImportReport): string {
  const counts = [
    [created, 'created'],
    [alreadyThere, 'already created'],
    [accepted, 'would be created'],
    [refused, 'refused'],
  ] as const
  const parts = counts.filter(([count]) => count > 0).map(([count, label]) => `${count} ${label}`)
  return `${countOfRows(rows)} in ${seconds.toFixed(1)} s${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`
}
