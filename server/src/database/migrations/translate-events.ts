import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { MAX, NIL } from 'uuid'
import type { Database } from '../open.ts'
import type { OperatorLog } from '../operator-log.ts'
import { throttleBatch } from './throttle-batch.ts'

/** Number of events per statement. */
const batchSize = 2_000
/** A log message reports the number of remaining events each time this many events have been translated. */
const eventsPerMessage = 100_000

interface EventKey {
  organizationId: Uuid
  id: Uuid
}

/** Key that sorts before the key of every event. The constant `last` sorts after the key of every event. */
const first: EventKey = { organizationId: NIL, id: NIL }
const last: EventKey = { organizationId: MAX, id: MAX }

/**
 * Translates the events from before the migration `0013-event-catalogue` in batches. Later events are translated by the
 * trigger of that migration. After an interruption, a new run continues.
 */
export async function translateEvents(database: Database, log: OperatorLog): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from events where kind not like '%.%'`.execute(database)
  let left = rows[0]!.count
  for (let after = first; after !== last && left > 0; left -= batchSize) {
    if (left % eventsPerMessage < batchSize) log(`translating earlier events: ${left} left`, 'info')
    const from = after
    after = await throttleBatch(database, async () => {
      const until = await findEnd(database, from)
      await translateBatch(database, from, until)
      return until
    })
  }
}

/** Returns the key of the last event of a batch. The batch begins after the given event. */
async function findEnd(database: Database, { organizationId, id }: EventKey): Promise<EventKey> {
  const { rows } = await sql<EventKey>`
    select organization_id as "organizationId", id from events
    where (organization_id, id) > (${organizationId}, ${id}) and kind not like '%.%'
    order by organization_id, id offset ${sql.lit(batchSize - 1)} limit 1`.execute(database)
  return rows[0] ?? last
}

async function translateBatch(database: Database, after: EventKey, until: EventKey): Promise<void> {
  const isInBatch = sql`
    (organization_id, id) > (${after.organizationId}, ${after.id})
    and (organization_id, id) <= (${until.organizationId}, ${until.id})`
  // Translate the most frequent kinds of events in SQL, because the trigger on `events` would take several times as
  // long.
  await sql`
    update events set
      kind = case kind when 'incident_created' then 'incident.created' else 'incident.changed' end,
      incident_id = subject_id::uuid,
      data = case kind when 'incident_created' then changes
        else jsonb_build_object('changes', changes, 'version', version)
      end,
      changes = '{}'
    where ${isInBatch}
      and kind in ('incident_created', 'incident_edited', 'incident_assigned', 'incident_transitioned')
  `.execute(database)
  // Update the events of all other kinds, so that the trigger on `events` translates them.
  await sql`update events set kind = kind where ${isInBatch} and kind not like '%.%'`.execute(database)
}
