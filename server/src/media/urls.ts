import type { MediaUrls } from '@tocsin/contract/media.ts'
import type { OrganizationScope } from '../scope.ts'
import type { StoredMedia } from './queries.ts'
import { representationOf } from './representation.ts'
import { addressLifetimeSeconds, signedPath, type Variant } from './signature.ts'
import type { MediaStorage } from './storage.ts'

/** Makes the addresses under which a file and its thumbnail can be fetched for the next 15 minutes, by anybody. */
export type UrlsOf = (media: StoredMedia) => Promise<MediaUrls>

/**
 * Makes what gives the files of an Organization their addresses.
 * @param publicUrl the address of this server as the caller sees it, without a path.
 * @see specification 2.4
 */
export function mediaUrlsFor(
  { organizationId }: OrganizationScope,
  { disk, serving }: MediaStorage,
  publicUrl: string,
): UrlsOf {
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
