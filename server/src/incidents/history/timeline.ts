import type { Timeline, TimelineEntry } from '@tocsin/contract/events/timeline.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { describeComments } from '../../comments/describe.ts'
import type { UrlsOf } from '../../media/download/urls.ts'
import { Problem } from '../../problem.ts'
import type { OrganizationScope } from '../../scope.ts'
import { namesOf, type FieldValue } from './names.ts'
import { findIncident } from '../queries.ts'
import { findTimeline, type TimelinePosition, type TimelineRow } from './timeline-queries.ts'

export interface TimelinePage extends Omit<Timeline, 'nextCursor'> {
  /** Position after which the next page starts; undefined on the last page. */
  next: TimelinePosition | undefined
}

/**
 * Reads one page of the timeline of an incident, oldest first. The timeline is one list of changes and comments. The
 * page includes the names of the objects to which the changes refer, and the download URLs of the comments' files.
 * @throws Problem `incident_not_found`.
 */
export async function readTimeline(
  scope: OrganizationScope,
  incidentId: Uuid,
  { limit, after }: { limit: number; after: TimelinePosition | undefined },
  urlsOf: UrlsOf,
): Promise<TimelinePage> {
  const incident = await findIncident(scope, incidentId)
  if (!incident) throw new Problem('incident_not_found')
  const { rows: page, hasMore } = await findTimeline(scope, incident.id, limit, after)
  const comments = await describeComments(
    scope,
    page.filter(isComment).map(({ id }) => id),
    urlsOf,
  )
  const names = await namesOf(scope, page.flatMap(valuesOf))
  const last = hasMore ? page.at(-1) : undefined
  return {
    data: page.map((row) => toEntry(row, comments.get(row.id) ?? null)),
    names: Object.fromEntries(names),
    creationConfigVersion: incident.creationConfigVersion,
    next: last && { at: last.at, id: last.id },
  }
}

const isComment = ({ kind }: TimelineRow): boolean => kind === 'comment.created'

/**
 * Lists the fields and values of a timeline row. A changed field is listed twice: with its old value and with its new
 * value.
 */
const valuesOf = ({ changes }: TimelineRow): FieldValue[] =>
  Object.entries(changes).flatMap(([field, value]) => [value].flat().map((one): FieldValue => [field, one]))

const toEntry = (row: TimelineRow, comment: TimelineEntry['comment']): TimelineEntry => ({
  id: row.id,
  kind: row.kind,
  at: row.at,
  actor: { id: row.actorId, name: row.actorName, kind: row.actorKind },
  changes: row.changes,
  comment,
})
