import type { OpenDatabase } from '@tocsin/server/src/database/open.ts'
import type { SeenEvent } from './ledger.ts'

export interface StoredEvent extends SeenEvent {
  position: number
}

/** Row of an incident in the database, with only the fields that the run changes. */
export interface StoredIncident {
  id: string
  number: number
  version: number
  isDeleted: boolean
  name: string
  priority: string
  description: string | null
}

/** Events and incidents of an organization at the end of a run. */
export interface Stored {
  events: StoredEvent[]
  incidents: StoredIncident[]
}

export async function readStored({ pool }: OpenDatabase, organizationId: string): Promise<Stored> {
  const events = await pool.query<StoredEvent>(
    `select position, id, kind, at, incident_id as "incidentId", data from events
     where organization_id = $1 order by position`,
    [organizationId],
  )
  const incidents = await pool.query<StoredIncident>(
    `select id, number, version, deleted_at is not null as "isDeleted", name, priority, description from incidents
     where organization_id = $1`,
    [organizationId],
  )
  return { events: events.rows, incidents: incidents.rows }
}

export async function newestNumber({ pool }: OpenDatabase, organizationId: string): Promise<number> {
  const { rows } = await pool.query<{ newest: number }>(
    'select max(position) as newest from events where organization_id = $1',
    [organizationId],
  )
  return rows[0]!.newest
}

export async function countEvents({ pool }: OpenDatabase, organizationId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) as count from events where organization_id = $1',
    [organizationId],
  )
  return rows[0]!.count
}

/** Counts the events with a lower id than an earlier event. These exist because the clocks of the servers differ. */
export function countIdsOutOfOrder(events: StoredEvent[]): number {
  let highest = ''
  let count = 0
  for (const { id } of events) {
    if (id < highest) count++
    else highest = id
  }
  return count
}
