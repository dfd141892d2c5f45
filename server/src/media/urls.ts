import type { MediaUrls } from '@tocsin/contract/media.ts'
import type { OrganizationScope } from '../scope.ts'
import type { MediaRow } from './queries.ts'
import { representationOf } from './representation.ts'
import { addressLifetimeSeconds, signedPath, type Variant } from './signature.ts'
import type { MediaStorage } from './storage.ts'

/**
 * Makes the addresses under which a file and its thumbnail can be fetched for the next 15 minutes, by anybody.
 * @param publicUrl the address of this server as callers see it, without a path.
 * @see specification 2.4
 */
export async function mediaUrls(
  scope: OrganizationScope,
  { disk, serving }: MediaStorage,
  media: MediaRow,
  publicUrl: string,
): Promise<MediaUrls> {
  return {
    downloadUrl: await urlOf('file'),
    thumbnailDownloadUrl: media.has_thumbnail ? await urlOf('thumbnail') : null,
  }

  async function urlOf(variant: Variant): Promise<string> {
    const { organizationId } = scope
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
