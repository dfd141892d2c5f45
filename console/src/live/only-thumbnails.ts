import type { LiveUpdate } from './pending-updates.ts'

/** Checks for an update that changes only thumbnails, and so no row, card or figure. */
export const isOnlyThumbnails = ({ changes, isIncomplete }: LiveUpdate): boolean =>
  !isIncomplete && changes.every(({ kind }) => kind === 'media_thumbnail_made')
