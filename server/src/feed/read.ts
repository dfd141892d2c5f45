import type { FeedEvent, FeedPage } from '@tocsin/contract/api/event.ts'
import { feedKinds } from '@tocsin/contract/events/catalogue.ts'
import { retentionDays } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { readComments } from '../comments/read.ts'
import { readIncidents } from '../incidents/read.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { readPosition, writePosition, type Position } from '../events/position.ts'
import { newestPosition } from '../events/newest-position.ts'
import { findEvents, isExpired, windowMaximum, type FeedRow } from './queries.ts'

export interface FeedQuery {
  /** Text of the position after which the page begins. If absent, the page begins after the newest event. */
  after: string | undefined
  kinds: readonly string[]
  limit: number
}

/**
 * Parses the position from which a caller wants to continue reading the feed, and checks it.
 * @param text text of the position.
 * @throws Problem `position_unknown` for a position of another epoch or beyond the newest event. Problem
 *   `position_expired` if the next event is so old that the feed no longer returns it.
 */
export async function checkPosition(scope: OrganizationScope, text: string, newest?: Position): Promise<Position> {
  const position = readPosition(text)
  const { epoch, number } = newest ?? (await newestPosition(scope))
  if (position.epoch !== epoch || position.number > number) throw new Problem('position_unknown')
  if (await isExpired(scope, position.number + 1, retentionDays)) throw new Problem('position_expired')
  return position
}

/**
 * Reads one page of the feed of an organization, oldest event first.
 * @throws the problems of `checkPosition`.
 */
export async function readFeed(scope: OrganizationScope, { after, kinds, limit }: FeedQuery): Promise<FeedPage> {
  const newest = await newestPosition(scope)
  const from = after === undefined ? newest : await checkPosition(scope, after, newest)
  const until = Math.min(newest.number, from.number + windowMaximum)
  const rows = until > from.number ? await findEvents(scope, { after: from.number, until, kinds, limit }) : []
  const isWhole = rows.length < limit && rows.length === (rows[0]?.found ?? 0)
  const number = isWhole ? until : rows.at(-1)!.position
  return {
    data: await addCurrentValues(scope, newest.epoch, rows),
    meta: {
      position: writePosition({ epoch: newest.epoch, number }),
      count: rows.length,
      isLast: number === newest.number,
    },
  }
}

/**
 * Reads one event, with the current values of its incident or comment.
 * @returns undefined if the organization has no event at this position.
 */
export async function readEvent(scope: OrganizationScope, { epoch, number }: Position): Promise<FeedEvent | undefined> {
  const rows = await findEvents(scope, { after: number - 1, until: number, kinds: feedKinds, limit: 1 })
  return (await addCurrentValues(scope, epoch, rows))[0]
}

/** Adds to each event the current values of its incident or comment. */
async function addCurrentValues(scope: OrganizationScope, epoch: string, rows: FeedRow[]): Promise<FeedEvent[]> {
  const incidents = await readIncidents(
    scope,
    rows.flatMap((row) => incidentIdOf(row) ?? []),
  )
  const comments = await readComments(
    scope,
    rows.flatMap((row) => commentIdOf(row) ?? []),
  )
  return rows.map((row) => {
    const { found: _found, position, ...event } = row
    return {
      ...event,
      position: writePosition({ epoch, number: position }),
      incident: incidents.get(incidentIdOf(row) ?? '') ?? null,
      comment: comments.get(commentIdOf(row) ?? '') ?? null,
    }
  })
}

/** Returns the id of the event's comment, if the event belongs to a comment. */
const commentIdOf = ({ data }: FeedRow) => data.commentId as Uuid | null | undefined

/** Returns the id of the event's incident; null for an event of a comment. */
const incidentIdOf = (row: FeedRow) => (commentIdOf(row) ? null : row.incidentId)
