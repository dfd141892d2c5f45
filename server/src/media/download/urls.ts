import type { MediaUrls } from '@tocsin/contract/api/media.ts'
import type { FastifyRequest } from 'fastify'
import { publicUrlOf } from '../../http/addresses/public-url.ts'
import type { StoredMedia } from '../queries.ts'
import { representationOf } from './representation.ts'
import { addressLifetimeSeconds, signedPath, type Variant } from './signature.ts'
import type { MediaStorage } from '../storage/storage.ts'

/**
 * Function that makes the download URLs of a file and its thumbnail. The URLs are valid for 15 minutes and need no API
 * key.
 */
export type UrlsOf = (media: StoredMedia) => Promise<MediaUrls>

/**
 * Returns a function that makes download URLs for files of the organization of the request. If this server serves the
 * files, the URLs have the host of the request.
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
