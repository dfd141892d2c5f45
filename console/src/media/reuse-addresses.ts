import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'

/** Well below the 15 minutes that an address is good for. */
const keptMs = 8 * 60_000

/** Those learned last stand last. */
const known = new Map<Uuid, { media: AttachedMedia; learnedAtMs: number }>()

/**
 * Gives files the addresses they were first shown under for as long as those are good: the server makes new ones each
 * time, and a page that is refreshed would load every picture again. A thumbnail that was made meanwhile is shown at once.
 */
export const reuseAddresses = (media: readonly AttachedMedia[], nowMs: number = Date.now()): AttachedMedia[] =>
  media.map((one) => {
    const earlier = known.get(one.id)
    const hasNewThumbnail = earlier?.media.thumbnailDownloadUrl === null && one.thumbnailDownloadUrl !== null
    if (earlier && !hasNewThumbnail && nowMs - earlier.learnedAtMs < keptMs) return earlier.media
    forgetBefore(nowMs - keptMs)
    // Learned last, so it stands last.
    known.delete(one.id)
    known.set(one.id, { media: one, learnedAtMs: nowMs })
    return one
  })

/** A page may stay open for weeks. */
function forgetBefore(ms: number): void {
  for (const [id, { learnedAtMs }] of known) {
    if (learnedAtMs > ms) return
    known.delete(id)
  }
}
