import type { Uuid } from '@tocsin/contract/scalars.ts'
import { create as contentDisposition } from 'content-disposition'
import type { StoredMedia } from '../queries.ts'
import type { Variant } from './signature.ts'
import { mediaKey } from '../storage/storage.ts'

/** Storage key of a file or of its thumbnail, and the headers of the response that sends it. */
export interface Representation {
  key: string
  contentType: string
  /**
   * Always `attachment`, so that a browser saves an uploaded file and never shows it as a page of this site.
   * @see RFC 6266
   */
  contentDisposition: string
  etag: string
}

export const representationOf = (organizationId: Uuid, media: StoredMedia, variant: Variant): Representation => ({
  key: mediaKey(organizationId, media.id, variant),
  ...(variant === 'file'
    ? {
        contentType: media.contentType,
        contentDisposition: contentDisposition(media.fileName),
        etag: `"${media.sha256}"`,
      }
    : {
        contentType: 'image/webp',
        contentDisposition: contentDisposition(`${media.fileName}.webp`),
        etag: `"${media.sha256}-thumbnail"`,
      }),
})
