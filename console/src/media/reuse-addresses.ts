import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'

/** Time for which an address is reused, well below its validity of 15 minutes. */
const reuseMs = 8 * 60_000

/** Files by id, oldest entry first. */
const known = new Map<Uuid, { media: AttachedMedia; receivedAtMs: number }>()

/**
 * Replaces new addresses of files by earlier ones that are still valid. The server signs new addresses at every read, and a
 * refreshed page would load every picture again. A new thumbnail is used at once.
 */
export const reuseAddresses = (media: readonly AttachedMedia[], nowMs: number = Date.now()): AttachedMedia[] =>
  media.map((one) => {
    const earlier = known.get(one.id)
    const hasNewThumbnail = earlier?.media.thumbnailDownloadUrl === null && one.thumbnailDownloadUrl !== null
    if (earlier && !hasNewThumbnail && nowMs - earlier.receivedAtMs < reuseMs) return earlier.media
    forgetBefore(nowMs - reuseMs)
    // Deleted first, so that the new entry moves to the end.
    known.delete(one.id)
    known.set(one.id, { media: one, receivedAtMs: nowMs })
    return one
  })

/** Deletes old entries, because a page may stay open for weeks. */
function forgetBefore(ms: number): void {
  for (const [id, { receivedAtMs }] of known) {
    if (receivedAtMs > ms) return
    known.delete(id)
  }
}
