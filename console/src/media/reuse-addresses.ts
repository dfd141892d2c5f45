import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'

/** Time in milliseconds for which a URL is reused. It is well below the 15 minutes for which the URL is valid. */
const reuseMs = 8 * 60_000

/** Files with their URLs, keyed by file id. The file that was received last is at the end. */
const known = new Map<Uuid, { media: AttachedMedia; receivedAtMs: number }>()

/**
 * Replaces the URLs of files by earlier URLs that are still valid. The server signs new URLs at every read, so the
 * browser would otherwise load every picture again after a refresh. If a file has received its thumbnail after the
 * earlier read, the new URLs are used at once.
 */
export const reuseAddresses = (media: readonly AttachedMedia[], nowMs: number = Date.now()): AttachedMedia[] =>
  media.map((one) => {
    const earlier = known.get(one.id)
    const hasNewThumbnail = earlier?.media.thumbnailDownloadUrl === null && one.thumbnailDownloadUrl !== null
    if (earlier && !hasNewThumbnail && nowMs - earlier.receivedAtMs < reuseMs) return earlier.media
    forgetBefore(nowMs - reuseMs)
    // Delete the old entry first. A map would leave a replaced entry in its position, but the new entry must be at the
    // end.
    known.delete(one.id)
    known.set(one.id, { media: one, receivedAtMs: nowMs })
    return one
  })

/** Removes old files from the map, which would otherwise grow on a page that stays open for weeks. */
function forgetBefore(ms: number): void {
  for (const [id, { receivedAtMs }] of known) {
    if (receivedAtMs > ms) return
    known.delete(id)
  }
}
