import type { LiveNews } from './pending-updates.ts'

/** Tells news that changes the files of an incident, but no row, card or figure. */
export const isOnlyThumbnails = ({ changes, isEverything }: LiveNews): boolean =>
  !isEverything && changes.every(({ kind }) => kind === 'media_thumbnail_made')
