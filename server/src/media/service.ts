import type { MediaStorage } from './storage/storage.ts'
import type { PendingThumbnails } from './thumbnails/pending.ts'

/** Objects that the file operations of one service share. */
export interface MediaService {
  storage: MediaStorage
  thumbnails: PendingThumbnails
}
