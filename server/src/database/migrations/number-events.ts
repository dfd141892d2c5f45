import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { OperatorLog } from '../operator-log.ts'
import { throttleBatch } from './throttle-batch.ts'

/** Number of events per transaction. Writers of the organization wait a fraction of a second for the transaction. */
const batchSize = 1_000
/** Number of events after which a message reports how many events are left. */
const eventsPerMessage = 100_000

/**
 * Assigns positions to the events from before the migration `0016-feed-positions`, in the order of their ids. Assigns
 * numbers to the incidents whose creation these events record. A new run continues where an interrupted run stopped.
 */
export async function numberEvents(database: Database, log: OperatorLog): Promise<void> {
  const { rows: feeds } = await sql<{ id: Uuid; left: number }>`
    select organization_id as id, reserved - assigned as left from feeds where assigned < reserved`.execute(database)
  let left = feeds.reduce((sum, feed) => sum + feed.left, 0)
  for (const { id } of feeds) {
    for (let last: Uuid | null = firstId; last;) {
      if (left > 0 && left % eventsPerMessage < batchSize) log(`numbering earlier events: ${left} left`, 'info')
      last = await throttleBatch(database, () =>
        database.transaction().execute((transaction) => numberBatch(transaction, id, last!)),
      )
      left -= batchSize
    }
  }
}

const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Assigns the next positions of one organization.
 * @param last id after which the batch begins.
 * @returns the id of the last event of the batch; null if all events have positions.
 */
async function numberBatch(transaction: Database, organizationId: Uuid, last: Uuid): Promise<Uuid | null> {
  const until = await lockIncidents(transaction, organizationId, last)
  const { rows } = await sql<{ reached: number | null }>`
    with batch as materialized (
      select event.id, kind, incident_id, assigned + row_number() over (order by event.id) as position
      from feeds as feed join events as event using (organization_id)
      where organization_id = ${organizationId} and event.id > ${last} and event.id <= ${until ?? last}
        and position is null
    ),
    placed as (
      update events set position = batch.position from batch
      where events.organization_id = ${organizationId} and events.id = batch.id
    ),
    named as (
      update incidents set number = batch.position from batch
      where incidents.organization_id = ${organizationId}
        and batch.kind = 'incident.created' and incidents.id = batch.incident_id
    )
    select max(position) as reached from batch`.execute(transaction)
  // Change the feed last, because all writers of the organization wait for it.
  await sql`
    update feeds set assigned = ${until === null ? sql`reserved` : rows[0]!.reached}
    where organization_id = ${organizationId}`.execute(transaction)
  return until
}

/**
 * Locks the incidents that the events of the next batch created. Every write locks incidents before the feed.
 * @returns the id of the last event of the batch; null if all events have positions.
 */
async function lockIncidents(transaction: Database, organizationId: Uuid, last: Uuid): Promise<Uuid | null> {
  const { rows } = await sql<{ id: Uuid; incidentId: Uuid | null }>`
    select id, case kind when 'incident.created' then incident_id end as "incidentId"
    from events where organization_id = ${organizationId} and id > ${last} and position is null
    order by id limit ${sql.lit(batchSize)}`.execute(transaction)
  await sql`
    select from incidents
    where organization_id = ${organizationId} and id = any(${rows.map(({ incidentId }) => incidentId)}::uuid[])
    order by id for no key update`.execute(transaction)
  return rows.at(-1)?.id ?? null
}
