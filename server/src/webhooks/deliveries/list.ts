import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { readPage, type Page, type PagedTable } from '../../database/paging/keyset.ts'
import { newestPosition } from '../../events/newest-position.ts'
import { readPosition, writePosition } from '../../events/position.ts'
import type { ListQuery, ListShape } from '../../http/lists/list-query.ts'
import type { OrganizationScope } from '../../scope.ts'
import { readEndpoint } from '../endpoints/read.ts'

/**
 * Query parameters of the list of logged attempts: only paging, no filters. The list begins with the latest attempt.
 */
export const attemptListShape: ListShape<'id', never> = {
  paging: ['limit', 'cursor'],
  sorts: { id: 'uuid' },
  filters: {},
  defaultSort: [{ name: 'id', isDescending: true }],
}

const attempts: PagedTable<'id', WebhookAttempt, WebhookAttempt> = {
  table: 'webhook_attempts',
  columns: [
    sql`id, event_id as "eventId", position, kind, incident_id as "incidentId", number, at,
      duration_ms as "durationMs", is_delivered as "isDelivered", status, error, request, answer`,
  ],
  sorts: { id: { expression: sql`id`, type: sql`uuid`, valueOf: ({ id }) => id } },
  toItem: (attempt) => attempt,
}

/**
 * Reads one page of the attempts to deliver events to an endpoint, latest attempt first. The positions of the attempts
 * have the current epoch, so that a replay accepts them.
 * @throws Problem `webhook_endpoint_not_found`.
 */
export async function listAttempts(
  scope: OrganizationScope,
  endpointId: Uuid,
  query: ListQuery<'id', never>,
): Promise<Page<WebhookAttempt>> {
  const page = await readPage(scope, attempts, query, [sql`endpoint_id = ${endpointId}`])
  if (page.items.length === 0) await readEndpoint(scope, endpointId)
  const { epoch } = await newestPosition(scope)
  return { ...page, items: page.items.map((attempt) => ({ ...attempt, position: inEpoch(epoch, attempt.position) })) }
}

/**
 * Replaces the epoch of a position. The number of the position stays valid, because a new epoch does not renumber the
 * stored events, and the log has attempts only for these events.
 */
const inEpoch = (epoch: string, position: string | null): string | null =>
  position && writePosition({ epoch, number: readPosition(position).number })
