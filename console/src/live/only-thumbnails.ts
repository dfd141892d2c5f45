import type { LiveUpdate } from './pending-updates.ts'

/**
 * Returns true for an update about new thumbnails only. Lists, the board and the overview need no reload after such an
 * update.
 */
export const isOnlyThumbnails = ({ changes, isIncomplete }: LiveUpdate): boolean =>
  !isIncomplete && changes.every(({ kind }) => kind === 'media.thumbnail_made')
