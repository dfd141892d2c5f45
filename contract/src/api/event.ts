import Type, { type Static } from 'typebox'
import { Instant, nullable, ref, Uuid } from '../scalars.ts'
import { Comment } from './comment.ts'
import { IncidentResponse } from './incident.ts'

/** Place in the feed of an organization, as the API writes it: the epoch, a hyphen and a number. */
export const FeedPosition = Type.String({
  description: 'Position in the feed, up to which everything has been read. Pass it on unchanged.',
  examples: ['c81e728d-1042'],
})

export const FeedEvent = Type.Object(
  {
    id: Uuid,
    position: FeedPosition,
    kind: Type.String({ description: 'Kind of the event; docs/events.md lists all kinds and their data.' }),
    kindVersion: Type.Integer({ description: 'Version of the data of this kind.' }),
    at: Instant,
    actorId: Type.String({ format: 'uuid', description: 'User who made the change.' }),
    keyId: nullable(
      Type.String({ format: 'uuid', description: 'API key with which the change was made; null for staff.' }),
    ),
    incidentId: nullable(Type.String({ format: 'uuid', description: 'Incident that the event belongs to, if any.' })),
    data: Type.Record(Type.String(), Type.Unknown()),
    incident: Type.Union([ref(IncidentResponse), Type.Null()], {
      description: 'Current incident, with its `version`; null if deleted, and for events of comments.',
    }),
    comment: Type.Union([ref(Comment), Type.Null()], {
      description: 'Current comment; null if deleted, and for other events.',
    }),
  },
  { $id: 'Event', additionalProperties: false },
)
export type FeedEvent = Static<typeof FeedEvent>

/** Page of the feed, oldest event first. */
export const FeedPage = Type.Object(
  {
    data: Type.Array(ref(FeedEvent)),
    meta: Type.Object(
      {
        position: Type.String({
          description: 'Value of `after` for the next request. It moves on even if no event matches the filter.',
        }),
        count: Type.Integer({ description: 'Number of events in data.' }),
        isLast: Type.Boolean({ description: 'True if the feed has no later event yet.' }),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'FeedPage', additionalProperties: false },
)
export type FeedPage = Static<typeof FeedPage>
