import Type from 'typebox'
import { Media } from '../api/media.ts'
import { Uuid } from '../scalars.ts'
import { defineIncidentEvent } from './define.ts'
import { IncidentVersion } from './incident-events.ts'

const { fileName, contentType, sizeBytes, sha256 } = Media.properties

export const mediaAttached = defineIncidentEvent({
  kind: 'media.attached',
  version: 1,
  meaning: 'A file was attached to an incident or to one of its comments.',
  isInFeed: true,
  data: {
    mediaId: Uuid,
    commentId: Type.Unsafe<Uuid | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'Comment with the file; null if the file is attached to the incident itself.',
    }),
    fileName,
    contentType,
    sizeBytes,
    sha256,
    version: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description:
        'Version of the incident after the change; null if the file is attached to a comment, or was attached before ' +
        'incidents had versions.',
    }),
  },
})

export const mediaThumbnailMade = defineIncidentEvent({
  kind: 'media.thumbnail_made',
  version: 1,
  meaning: 'The thumbnail of a file was made, some time after the file was attached.',
  isInFeed: true,
  data: { mediaId: Uuid },
})

export const mediaDeleted = defineIncidentEvent({
  kind: 'media.deleted',
  version: 1,
  meaning: 'A file of an incident was deleted.',
  isInFeed: true,
  data: { mediaId: Uuid, fileName, version: IncidentVersion },
})
