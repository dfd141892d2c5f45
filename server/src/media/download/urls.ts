import type { MediaUrls } from '@tocsin/contract/api/media.ts'
import type { FastifyRequest } from 'fastify'
import { publicUrlOf } from '../../http/addresses/public-url.ts'
import type { StoredMedia } from '../queries.ts'
import { representationOf } from './representation.ts'
import { addressLifetimeSeconds, signedPath, type Variant } from './signature.ts'
import type { MediaStorage } from '../storage/storage.ts'

/** Makes the download addresses of a file and its thumbnail. They are valid for 15 minutes and need no key. */
export type UrlsOf = (media: StoredMedia) => Promise<MediaUrls>

/**
 * Returns a function that makes download addresses for the files of the scope's organization, on the host that the caller
 * used.
 * @see docs/contract.md#2.4
 */
export function mediaUrlsFor(request: FastifyRequest, { disk, serving }: MediaStorage): UrlsOf {
  const { organizationId } = request.scope
  const publicUrl = publicUrlOf(request)
  return async (media) => ({
    downloadUrl: await urlOf(media, 'file'),
    thumbnailDownloadUrl: media.hasThumbnail ? await urlOf(media, 'thumbnail') : null,
  })

  async function urlOf(media: StoredMedia, variant: Variant): Promise<string> {
    if (serving) {
      return publicUrl + signedPath(serving.secret, { organizationId, mediaId: media.id, variant }, Date.now())
    }
    const { key, contentType, contentDisposition } = representationOf(organizationId, media, variant)
    return disk.getSignedUrl(key, {
      expiresIn: addressLifetimeSeconds,
      contentType,
      contentDisposition,
      ResponseCacheControl: `private, max-age=${addressLifetimeSeconds}`,
    })
  }
}
