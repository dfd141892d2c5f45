import type { LiveUpdate } from './pending-updates.ts'

/** Tells news that changes the files of an incident, but no row, card or figure. */
export const isOnlyThumbnails = ({ changes, isIncomplete }: LiveUpdate): boolean =>
  !isIncomplete && changes.every(({ kind }) => kind === 'media_thumbnail_made')
