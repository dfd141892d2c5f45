/** What became of a file, or of as much of it as was read. */
export interface ImportReport {
  rows: number
  created: number
  /** Created by an earlier run. */
  alreadyThere: number
  /** Would be created; in a rehearsal only. */
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
    [alreadyThere, 'there already'],
    [accepted, 'would be created'],
    [refused, 'refused'],
  ] as const
  const told = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return `${countOfRows(rows)} in ${seconds.toFixed(1)} s${told.length > 0 ? `: ${told.join(', ')}` : ''}.`
}
