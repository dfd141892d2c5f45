import { randomBytes } from 'node:crypto'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../database/open.ts'
import type { OrganizationScope } from '../scope.ts'
import type { Position } from './position.ts'

/**
 * Finds the position of the newest event of an organization, even if the event was erased: an erasure first raises
 * `reserved` to the newest position.
 */
export async function findNewest(scope: OrganizationScope): Promise<Position | undefined> {
  const { database, organizationId } = scope
  const { rows } = await sql<Position>`
    select epoch, greatest(reserved, (select max(position) from events where organization_id = ${organizationId})) as number
    from feeds where organization_id = ${organizationId}`.execute(database)
  return rows[0]
}

/**
 * Finds the position of the newest event of each organization, keyed by organization. Takes no scope, so that one query
 * serves all organizations with waiting requests.
 */
export async function findNewestOf(database: Database, organizationIds: Uuid[]): Promise<Map<Uuid, number>> {
  const { rows } = await sql<{ id: Uuid; newest: number }>`
    select organization_id as id, greatest(reserved, (
      select max(position) from events where events.organization_id = feeds.organization_id
    )) as newest
    from feeds where organization_id = any(${organizationIds}::uuid[])`.execute(database)
  return new Map(rows.map(({ id, newest }) => [id, newest]))
}

/** Begins a new epoch of every feed. From then on, the server rejects all positions of the earlier epochs. */
export const beginEpoch = (database: Database) =>
  database
    .updateTable('feeds')
    .set({ epoch: randomBytes(4).toString('hex') })
    .execute()
