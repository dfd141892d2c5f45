import Type, { type Static } from 'typebox'
import { Comment } from '../api/comment.ts'
import { userKinds } from '../api/directory.ts'
import { Media, MediaUrls } from '../api/media.ts'
import { Instant, nullable, oneOf, Uuid } from '../scalars.ts'

/** A file with the addresses under which it can be fetched for the next 15 minutes. */
export const AttachedMedia = Type.Object(
  { ...Media.properties, ...MediaUrls.properties },
  { additionalProperties: false },
)
export type AttachedMedia = Static<typeof AttachedMedia>

/** A Comment as the console shows it. */
export const StaffComment = Type.Object(
  { ...Comment.properties, madeThroughApi: Type.Boolean(), media: Type.Array(AttachedMedia) },
  { additionalProperties: false },
)
export type StaffComment = Static<typeof StaffComment>

/** Who did something; the External API auditor stands for everything that was done with a key. */
export const TimelineActor = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    kind: oneOf(userKinds),
  },
  { additionalProperties: false },
)

/** The kinds of entries that a timeline has. A newer server may send others. */
export type TimelineKind =
  | 'comment_added'
  | 'comment_removed'
  | 'incident_created'
  | 'incident_edited'
  | 'incident_transitioned'
  | 'incident_assigned'
  | 'media_attached'
  | 'media_removed'

/**
 * One thing that happened to an Incident: `comment_added` with the Comment as it is now, or a change. The changes are as
 * they were recorded: field → [from, to], or the values of what was created.
 */
export const TimelineEntry = Type.Object(
  {
    id: Uuid,
    kind: Type.String({ description: 'comment_added, comment_removed, incident_created, incident_edited, …' }),
    at: Instant,
    actor: TimelineActor,
    changes: Type.Record(Type.String(), Type.Unknown()),
    comment: Type.Union([StaffComment, Type.Null()]),
  },
  { additionalProperties: false },
)
export type TimelineEntry = Static<typeof TimelineEntry>

/** One page of what happened to an Incident, the oldest first. */
export const Timeline = Type.Object(
  {
    data: Type.Array(TimelineEntry),
    /** Id → name, of every state, Type, Category, Location, Point and user that the changes name. */
    names: Type.Record(Type.String(), Type.String()),
    /** The revision of the creation configuration that the Incident was reported under. */
    creationConfigVersion: Type.Integer(),
    /** Leads to the next page; null on the last one. */
    nextCursor: nullable(Type.String()),
  },
  { additionalProperties: false },
)
export type Timeline = Static<typeof Timeline>
