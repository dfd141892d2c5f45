import Type, { type Static } from 'typebox'
import { Instant, nullable, Uuid } from './scalars.ts'

/** Where a file and its thumbnail can be fetched for the next 15 minutes (specification 2.4). */
export const MediaUrls = Type.Object(
  {
    downloadUrl: Type.String({ format: 'uri' }),
    thumbnailDownloadUrl: nullable(Type.String({ format: 'uri' })),
  },
  { $id: 'MediaUrls', additionalProperties: false },
)
export type MediaUrls = Static<typeof MediaUrls>

/** A file attached to an Incident or a Comment, as the upload answers with it. */
export const Media = Type.Object(
  {
    id: Uuid,
    fileName: Type.String(),
    contentType: Type.String({ description: 'Told from the content, not from the name.' }),
    sizeBytes: Type.Integer(),
    sha256: Type.String({ description: 'Of the stored bytes, lower-case hexadecimal.' }),
    createdAt: Instant,
    createdBy: Uuid,
  },
  { $id: 'Media', additionalProperties: false },
)
export type Media = Static<typeof Media>
