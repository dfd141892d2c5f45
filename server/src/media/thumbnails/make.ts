import { recordEvent } from '../../events/record.ts'
import type { OrganizationScope } from '../../scope.ts'
import { mediaKey, withLocalFile, type MediaStorage } from '../storage/storage.ts'
import { endAttempts, extendLease, tryAgain, type ClaimedFile } from './queries.ts'
import type { Renderer } from './renderer.ts'

/** A file that ends the renderer this many times stays without a thumbnail. */
const attemptsMaximum = 3
/** Well within the lease, even when one extension is late. */
const extendIntervalMs = 3_000
const againAfterDeathSeconds = 5
const againAfterFailureSeconds = 60

export type Making =
  | 'made'
  /** The file gets no thumbnail: it is no image, is broken, or is beyond the limits. */
  | 'none'
  /** The file ended the renderer and is due again. */
  | 'failed'
  /** The file ended the renderer for the last time. */
  | 'given_up'

/**
 * Makes the thumbnail of a claimed file: renders it, stores it and notifies open pages of the console. The incident does
 * not count as modified.
 * @param stopping aborted when the server stops; an attempt that this breaks off does not count.
 * @throws RendererUnavailable, or whatever the storage fails with. The file is then due again a minute later.
 */
export async function makeThumbnail(
  scope: OrganizationScope,
  storage: MediaStorage,
  renderer: Pick<Renderer, 'render'>,
  file: ClaimedFile,
  stopping: AbortSignal,
): Promise<Making> {
  const extending = setInterval(() => void extendLease(scope, file).catch(() => undefined), extendIntervalMs)
  try {
    return await attempt(scope, storage, renderer, file, stopping)
  } catch (error) {
    await tryAgain(scope, file, { afterSeconds: againAfterFailureSeconds, isCounted: false })
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
): Promise<Making> {
  // The last attempt ended the whole server.
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
      await tryAgain(scope, file, { afterSeconds: isCounted ? againAfterDeathSeconds : 0, isCounted })
      return 'failed'
    }
  }
}

/** No thumbnail can be made on this server, whatever the file. */
export class RendererUnavailable extends Error {}

async function giveUp(scope: OrganizationScope, file: ClaimedFile): Promise<Making> {
  await endAttempts(scope, file, { hasThumbnail: false })
  return 'given_up'
}

const finish = (scope: OrganizationScope, file: ClaimedFile): Promise<void> =>
  scope.transaction(async (inner) => {
    // Another server that has taken over reports it.
    if (!(await endAttempts(inner, file, { hasThumbnail: true }))) return
    await recordEvent(inner, {
      kind: 'media_thumbnail_made',
      subjectKind: 'media',
      subjectId: file.id,
      changes: {},
    })
  })
