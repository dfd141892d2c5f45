import type { Uuid } from '@tocsin/contract/scalars.ts'
import { create as contentDisposition } from 'content-disposition'
import type { StoredMedia } from '../queries.ts'
import type { Variant } from './signature.ts'
import { mediaKey } from '../storage/storage.ts'

/** Storage key and response headers of one variant of a file. */
export interface Representation {
  key: string
  contentType: string
  /** Always an attachment, so that no browser shows an upload as a page of this server. @see RFC 6266 */
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
