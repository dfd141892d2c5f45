import type { TocsinClient } from '../client.ts'
import { TocsinProblem } from '../error.ts'
import type { Comment, FeedEvent, Incident, Uuid } from '../generated/resources.ts'
import type { CallOptions } from '../transport/transport.ts'
import type { ReplicaProgress, ReplicateOptions } from './replicate.ts'
import type { ReplicaChanges, ReplicaStore } from './store.ts'

/** Follows the feed from a position, and applies each page to the store together with its position. */
export async function* follow(
  client: TocsinClient,
  store: ReplicaStore,
  position: string,
  options: ReplicateOptions,
): AsyncGenerator<ReplicaProgress, void, undefined> {
  const { waitSeconds: _waitSeconds, ...callOptions } = options
  let applied = position
  for await (const page of client.events.follow(position, options).pages()) {
    const changes = await changesOf(client, page.events, callOptions)
    const checkpoint = { position: page.position }
    if (page.position !== applied) await store.apply(changes, checkpoint)
    applied = page.position
    yield { changes, checkpoint, isCurrent: page.isLast }
  }
}

/**
 * Returns the changes of a page of the feed. Each incident and each comment occurs once, because all events of a page
 * contain the current values, not the values at the time of the event.
 */
async function changesOf(client: TocsinClient, events: FeedEvent[], options: CallOptions): Promise<ReplicaChanges> {
  const incidents = new Map<Uuid, Incident | null>()
  const comments = new Map<Uuid, Comment | null>()
  const restored = new Set<Uuid>()
  for (const { kind, incidentId, data, incident, comment } of events) {
    if (typeof data.commentId === 'string') comments.set(data.commentId, comment)
    else if (incidentId !== null) incidents.set(incidentId, incident)
    if (kind === 'incident.restored' && incident) restored.add(incident.id)
  }
  for (const id of restored) {
    for (const comment of await readComments(client, id, options)) comments.set(comment.id, comment)
  }
  return {
    deletedIncidents: idsWithoutRow(incidents),
    deletedComments: idsWithoutRow(comments),
    incidents: rowsOf(incidents),
    comments: rowsOf(comments),
  }
}

/**
 * Reads the comments on a restored incident, because the feed has no events for comments restored with their incident.
 * @returns an empty list if the incident has been deleted again. A later event reports that deletion.
 */
async function readComments(client: TocsinClient, incidentId: Uuid, options: CallOptions): Promise<Comment[]> {
  try {
    return await client.comments.list(incidentId, { limit: 200 }, options).all()
  } catch (error) {
    if (error instanceof TocsinProblem && error.code === 'incident_not_found') return []
    throw error
  }
}

const idsWithoutRow = (rows: Map<Uuid, unknown>): Uuid[] => [...rows.keys()].filter((id) => rows.get(id) === null)

const rowsOf = <Row>(rows: Map<Uuid, Row | null>): Row[] => [...rows.values()].filter((row) => row !== null)
