import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { OperatorLog } from '../operator-log.ts'
import { throttleBatch } from './throttle-batch.ts'

/**
 * Number of events per transaction. Each transaction takes a fraction of a second, during which other writers of the
 * organization wait.
 */
const batchSize = 1_000
/** A log message reports the number of remaining events each time this many events have been numbered. */
const eventsPerMessage = 100_000

/**
 * Assigns positions to the events from before the migration `0016-feed-positions`, in the order of their ids. If an
 * event records the creation of an incident, also assigns the number of the incident. After an interruption, a new run
 * continues.
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
 * Assigns positions to the next batch of events of one organization.
 * @param last id of the last event of the previous batch.
 * @returns the id of the last event of this batch; null if all events have positions.
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
  // Update the feed last, because from then on all writers of the organization wait for this transaction.
  await sql`
    update feeds set assigned = ${until === null ? sql`reserved` : rows[0]!.reached}
    where organization_id = ${organizationId}`.execute(transaction)
  return until
}

/**
 * Locks the incidents whose creation is recorded by an event in the next batch. Incidents are always locked before the
 * feed.
 * @param last id of the last event of the previous batch.
 * @returns the id of the last event of the next batch; null if all events have positions.
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
