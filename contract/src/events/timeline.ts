import Type, { type Static } from 'typebox'
import { Comment } from '../api/comment.ts'
import { userKinds } from '../api/directory.ts'
import { Media, MediaUrls } from '../api/media.ts'
import { Instant, nullable, oneOf, Uuid } from '../scalars.ts'
import type { EventKind } from './catalogue.ts'

/** Attached file with its signed URLs, which are valid for 15 minutes. */
export const AttachedMedia = Type.Object(
  { ...Media.properties, ...MediaUrls.properties },
  { additionalProperties: false },
)
export type AttachedMedia = Static<typeof AttachedMedia>

/** Comment with the additional fields that the console shows. */
export const StaffComment = Type.Object(
  { ...Comment.properties, madeThroughApi: Type.Boolean(), media: Type.Array(AttachedMedia) },
  { additionalProperties: false },
)
export type StaffComment = Static<typeof StaffComment>

/** Author of a change. The External API auditor is the author of all changes made with an API key. */
const TimelineActor = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    kind: oneOf(userKinds),
  },
  { additionalProperties: false },
)

/**
 * Kinds of events in the timeline of an incident. The timeline shows comments with their current text, so changes of
 * comments have no entries. Events about files and thumbnails of comments have no entries either.
 */
export const timelineKinds = [
  'incident.created',
  'incident.changed',
  'incident.deleted',
  'incident.restored',
  'comment.created',
  'comment.deleted',
  'media.attached',
  'media.deleted',
] as const satisfies EventKind[]
export type TimelineKind = (typeof timelineKinds)[number]

/**
 * Event in the timeline of an incident. If the event changed fields, `changes` maps each changed field to [old value,
 * new value]. Otherwise, `changes` maps the fields of the event's data to their values. An entry of the kind
 * `comment.created` contains the current comment.
 */
export const TimelineEntry = Type.Object(
  {
    id: Uuid,
    kind: Type.String({ description: 'One of `timelineKinds`. A newer server may send other kinds.' }),
    at: Instant,
    actor: TimelineActor,
    changes: Type.Record(Type.String(), Type.Unknown()),
    comment: Type.Union([StaffComment, Type.Null()]),
  },
  { additionalProperties: false },
)
export type TimelineEntry = Static<typeof TimelineEntry>

/** Page of the timeline of an incident, oldest entry first. */
export const Timeline = Type.Object(
  {
    data: Type.Array(TimelineEntry),
    /** Names of the states, types, categories, locations, points and users in the changes, keyed by id. */
    names: Type.Record(Type.String(), Type.String()),
    /** Revision of the creation configuration under which the incident was created. */
    creationConfigVersion: Type.Integer(),
    /** Cursor of the next page; null on the last page. */
    nextCursor: nullable(Type.String()),
  },
  { additionalProperties: false },
)
export type Timeline = Static<typeof Timeline>
