import type { MediaStorage } from './storage/storage.ts'
import type { PendingThumbnails } from './thumbnails/pending.ts'

/** State of one service that its media operations share. */
export interface MediaService {
  storage: MediaStorage
  thumbnails: PendingThumbnails
}
