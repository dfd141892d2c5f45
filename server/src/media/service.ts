import type { MediaStorage } from './storage/storage.ts'
import type { PendingThumbnails } from './thumbnails/pending.ts'

/** State that the media operations of one service share. */
export interface MediaService {
  storage: MediaStorage
  thumbnails: PendingThumbnails
}
