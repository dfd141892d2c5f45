import type { Uuid } from '@tocsin/contract/scalars.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import type { OrganizationScope } from '../scope.ts'
import { insertIncidents, type InsertedRow, type NewIncident } from './insert-queries.ts'

/** Enough to keep PostgreSQL busy, few enough that a statement stays short. */
const batchMaximum = 100

interface Waiting {
  creation: NewIncident
  resolve: (row: InsertedRow) => void
  reject: (error: unknown) => void
}

const waitingByOrganization = new Map<Uuid, Waiting[]>()

/**
 * Inserts one creation. Creations of an Organization that arrive while a write of it is in flight share the next
 * statement: the write-ahead log is flushed once for all of them, and nobody waits when nothing is in flight.
 * @returns what became of this creation, after commit.
 */
export function insertIncident(scope: OrganizationScope, creation: NewIncident): Promise<InsertedRow> {
  return new Promise((resolve, reject) => {
    const waiting = waitingByOrganization.get(scope.organizationId)
    if (waiting) return void waiting.push({ creation, resolve, reject })
    const queue: Waiting[] = [{ creation, resolve, reject }]
    waitingByOrganization.set(scope.organizationId, queue)
    void drain(scope, queue)
  })
}

async function drain(scope: OrganizationScope, queue: Waiting[]): Promise<void> {
  while (queue.length > 0) await insertTogether(scope, queue.splice(0, batchMaximum))
  waitingByOrganization.delete(scope.organizationId)
}

async function insertTogether(scope: OrganizationScope, batch: Waiting[]): Promise<void> {
  try {
    const creations = batch.map(({ creation }) => creation)
    const rows = new Map((await insertIncidents(scope, creations)).map((row) => [row.id, row]))
    // After the next statement has been sent, so that PostgreSQL works on it while these are answered.
    setImmediate(() => batch.forEach(({ creation, resolve }) => resolve(rows.get(creation.id)!)))
  } catch (error) {
    if (batch.length === 1 || isDatabaseUnavailable(error)) return batch.forEach(({ reject }) => reject(error))
    // The statement failed as a whole: one at a time, so that whoever broke it is the only one to hear of it.
    for (const one of batch) await insertTogether(scope, [one])
  }
}
