import { mediaThumbnailMade } from '@tocsin/contract/events/media-events.ts'
import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { mediaKey, withLocalFile, type MediaStorage } from '../storage/storage.ts'
import { endAttempts, extendLease, scheduleRetry, type ClaimedFile } from './queries.ts'
import type { Renderer } from './renderer.ts'

/**
 * Maximum number of attempts to make a thumbnail. If the renderer process ends in each of these attempts, the file gets
 * no thumbnail.
 */
const attemptsMaximum = 3
/**
 * Interval between two extensions of the lease. If one extension is late, the next one still comes before the lease
 * ends.
 */
const extendIntervalMs = 3_000
const againAfterDeathSeconds = 5
const againAfterFailureSeconds = 60

export type ThumbnailOutcome =
  | 'made'
  /** The file gets no thumbnail: it is not an image, is damaged or exceeds the limits. */
  | 'none'
  /** The renderer process ended while it rendered the file. Another attempt is scheduled. */
  | 'failed'
  /** The renderer process ended while it rendered the file in the last allowed attempt. The file gets no thumbnail. */
  | 'given_up'

/**
 * Makes the thumbnail of a claimed file: renders the thumbnail, stores it and notifies open pages of the console. The
 * incident does not count as modified.
 * @param stopping signal that is aborted when the server stops. An attempt that the stop interrupts does not count.
 * @throws RendererUnavailable, or any error of the storage. The next attempt then takes place a minute later.
 */
export async function makeThumbnail(
  scope: OrganizationScope,
  storage: MediaStorage,
  renderer: Pick<Renderer, 'render'>,
  file: ClaimedFile,
  stopping: AbortSignal,
): Promise<ThumbnailOutcome> {
  const extending = setInterval(() => void extendLease(scope, file).catch(() => undefined), extendIntervalMs)
  try {
    return await attempt(scope, storage, renderer, file, stopping)
  } catch (error) {
    await scheduleRetry(scope, file, { afterSeconds: againAfterFailureSeconds, isCounted: false })
    throw error
  } finally {
    clearInterval(extending)
  }
}

async function attempt(
  scope: OrganizationScope,
  storage: MediaStorage,
  renderer: Pick<Renderer, 'render'>,
  file: ClaimedFile,
  stopping: AbortSignal,
): Promise<ThumbnailOutcome> {
  // The number of attempts is higher than the maximum only if the server ended during the last allowed attempt.
  if (file.attempts > attemptsMaximum) return giveUp(scope, file)
  const key = mediaKey(scope.organizationId, file.id, 'file')
  const rendering = await withLocalFile(storage, key, (path) => renderer.render(path))
  switch (rendering.kind) {
    case 'rendered':
      await storage.disk.put(mediaKey(scope.organizationId, file.id, 'thumbnail'), rendering.thumbnail, {
        contentType: 'image/webp',
      })
      await finish(scope, file)
      return 'made'
    case 'none':
      await endAttempts(scope, file, { hasThumbnail: false })
      return 'none'
    case 'unavailable':
      throw new RendererUnavailable(rendering.reason)
    case 'died': {
      if (!stopping.aborted && file.attempts === attemptsMaximum) return giveUp(scope, file)
      const isCounted = !stopping.aborted
      await scheduleRetry(scope, file, { afterSeconds: isCounted ? againAfterDeathSeconds : 0, isCounted })
      return 'failed'
    }
  }
}

/** Error thrown when this server can render no thumbnail at all, for example because sharp is missing. */
export class RendererUnavailable extends Error {}

async function giveUp(scope: OrganizationScope, file: ClaimedFile): Promise<ThumbnailOutcome> {
  await endAttempts(scope, file, { hasThumbnail: false })
  return 'given_up'
}

const finish = (scope: OrganizationScope, file: ClaimedFile): Promise<void> =>
  scope.transaction(async (inner) => {
    // Record nothing if another server has taken over the file, because that server records the event.
    const incidentId = await endAttempts(inner, file, { hasThumbnail: true })
    if (incidentId) await recordEvent(inner, mediaThumbnailMade({ incidentId, mediaId: file.id }))
  })
