import type { MediaStorage } from './storage/storage.ts'
import type { PendingThumbnails } from './thumbnails/pending.ts'

/** Objects that all operations on files share in one service. */
export interface MediaService {
  storage: MediaStorage
  thumbnails: PendingThumbnails
}
