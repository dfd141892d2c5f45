import Type, { type Static } from 'typebox'
import { Instant, nullable, Uuid } from '../scalars.ts'

/**
 * Signed URLs of a file and of its thumbnail, valid for 15 minutes. `thumbnailDownloadUrl` is null if there is no
 * thumbnail.
 * @see docs/contract.md#2.4
 */
export const MediaUrls = Type.Object(
  {
    downloadUrl: Type.String({ format: 'uri' }),
    thumbnailDownloadUrl: nullable(Type.String({ format: 'uri' })),
  },
  {
    $id: 'MediaUrls',
    additionalProperties: false,
    examples: [
      {
        downloadUrl:
          'https://incidents.example.com/download/media/0199a3c5-02b1/file?expires=1772355600&signature=4kQ2c8',
        thumbnailDownloadUrl: null,
      },
    ],
  },
)
export type MediaUrls = Static<typeof MediaUrls>

/** Description of a file that is attached to an incident or a comment. */
export const Media = Type.Object(
  {
    id: Uuid,
    fileName: Type.String(),
    contentType: Type.String({ description: 'Content type, detected from the content and not from the name.' }),
    sizeBytes: Type.Integer(),
    sha256: Type.String({ description: 'SHA-256 of the stored bytes in lower-case hexadecimal.' }),
    createdAt: Instant,
    createdBy: Uuid,
  },
  {
    $id: 'Media',
    additionalProperties: false,
    examples: [
      {
        id: '0199a3c5-02b1-7d3e-9b60-7a1c5e8f2d40',
        fileName: 'freezer.jpg',
        contentType: 'image/jpeg',
        sizeBytes: 184211,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        createdAt: '2026-03-01T08:41:10.004Z',
        createdBy: '0199a3c0-0a4b-7b06-9c1d-2e8f7a5b3c44',
      },
    ],
  },
)
export type Media = Static<typeof Media>
