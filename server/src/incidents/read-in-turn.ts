import type { Uuid } from '@tocsin/contract/scalars.ts'
import { poolOf } from '../database/open.ts'
import type { OrganizationScope } from '../scope.ts'
import { Turns } from '../turns.ts'

/** Left to everybody else, and to the probes. */
const connectionsLeft = 2
const waitingMaximum = 1_000

const turnsByOrganization = new Map<Uuid, Turns>()

/**
 * Reads from many Incidents, which may take seconds, when it is the Organization's turn: it never holds all connections
 * of a server. A transaction holds one already, and others may be waiting for what it has locked, so it does not wait.
 * @throws Problem `unavailable` when too much is waiting already, or it waits for too long; whatever `read` fails with.
 */
export function readInTurn<Value>(
  { organizationId, database }: OrganizationScope,
  read: () => Promise<Value>,
): Promise<Value> {
  const connections = poolOf(database)?.options.max
  return connections === undefined ? read() : turnsOf(organizationId, connections).run(read)
}

function turnsOf(organizationId: Uuid, connections: number): Turns {
  const known = turnsByOrganization.get(organizationId)
  if (known) return known
  const turns = new Turns({ atOnce: Math.max(1, connections - connectionsLeft), waitingMaximum })
  turnsByOrganization.set(organizationId, turns)
  return turns
}
