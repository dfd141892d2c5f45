import { setTimeout as delay } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import type { OperatorLog } from '../operator-log.ts'
import { connect, type Connection } from './connect.ts'
import type { Cluster } from './open-cluster.ts'
import { stopPostmaster } from './postmaster.ts'

/** The name distinguishes the connections of one user from those of the others. */
type MemberConnection = Connection & { application_name: string }

export interface Membership {
  /** What a pg Client needs to connect: `host` is the folder of the Unix socket, and changes if that moves. */
  readonly connection: MemberConnection
  /** Stops the cluster unless another process still uses it. The caller closes its own pool first. */
  release(): Promise<void>
}

/**
 * Joins the users of a cluster, starting it for the first one and stopping it after the last.
 *
 * Each user holds one connection for as long as it takes part: an idle pool closes its own, and then nobody could know
 * that the cluster is still needed. When that connection breaks, the cluster is started again if necessary.
 */
export async function joinCluster(cluster: Cluster, log: OperatorLog): Promise<Membership> {
  const leaving = new AbortController()
  const name = `tocsin ${randomBytes(6).toString('hex')}`
  let rejoining = Promise.resolve()
  const joined = await connect(cluster, log)
  const connection = { ...joined.connection, application_name: name }
  let client = hold(joined.client)

  function hold(held: Client): HeldClient {
    held.once('end', () => {
      if (!leaving.signal.aborted) rejoining = rejoin()
    })
    // It alone must not keep a process alive that has forgotten to release.
    ;(held as HeldClient).unref()
    return held as HeldClient
  }

  async function rejoin(): Promise<void> {
    log('the connection to the embedded PostgreSQL was lost; starting it again if needed', 'error')
    while (!leaving.signal.aborted) {
      try {
        const again = await connect(cluster, log)
        // Whoever started it may have another folder for temporary files, where its socket now is.
        connection.host = again.connection.host
        client = hold(again.client)
        return
      } catch (error) {
        log((error as Error).message, 'error')
        await delay(1000, undefined, { ref: false, signal: leaving.signal }).catch(() => undefined)
      }
    }
  }

  let released: Promise<void> | undefined
  return {
    connection,
    release: () => (released ??= release()),
  }

  async function release(): Promise<void> {
    leaving.abort()
    await rejoining
    client.ref()
    try {
      if (await isLast(client, name)) await stopPostmaster(cluster)
    } finally {
      await client.end()
    }
  }
}

/** `pg` has these two, its types have not. */
interface HeldClient extends Client {
  ref(): void
  unref(): void
}

/**
 * Finds out whether a user of the cluster is the last. Users who leave at the same time ask one after the other, and
 * each has left before the next one asks: otherwise two could each believe that the other stays. A user's own
 * connections may still be closing and do not count.
 */
async function isLast(client: Client, name: string): Promise<boolean> {
  try {
    await client.query('select pg_advisory_lock(7063002)')
    const { rowCount } = await client.query(others, [name])
    if (rowCount === 0) return true
    await untilClosed(client, name)
    await client.query(`set application_name = '${leavingName}'`)
    return false
  } catch {
    // The cluster went down meanwhile, so there is nothing to stop.
    return false
  }
}

/** A pool that ends tells its connections to close, and does not wait until PostgreSQL has let them go. */
async function untilClosed(client: Client, name: string): Promise<void> {
  const deadlineMs = performance.now() + closingMaximumMs
  while ((await client.query(named, [name])).rowCount !== 0 && performance.now() < deadlineMs) await delay(20)
}

const closingMaximumMs = 5_000
const leavingName = 'tocsin, leaving'
const named = `select from pg_stat_activity where application_name = $1`
const others = `
  select from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name not in ('${leavingName}', $1)`
