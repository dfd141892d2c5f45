import { setTimeout as delay } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import type { OperatorLog } from '../operator-log.ts'
import { connect, type Connection } from './connect.ts'
import type { Cluster } from './open-cluster.ts'
import { stopPostmaster } from './postmaster.ts'

/** Connection settings with an application name that identifies the user of the cluster. */
type MemberConnection = Connection & { application_name: string }

export interface Membership {
  /** Settings for a pg Client. `host` is the folder of the Unix socket and changes if the socket moves. */
  readonly connection: MemberConnection
  /** Stops the cluster unless another process uses it. Close your own pool first. */
  release(): Promise<void>
}

/**
 * Joins the users of a cluster: the first user starts it, the last one stops it.
 *
 * Each user keeps one connection open until it leaves. An idle pool closes its connections, so they cannot show that the
 * cluster is still in use. When the connection breaks, the cluster is started again if necessary.
 */
export async function joinCluster(cluster: Cluster, log: OperatorLog): Promise<Membership> {
  const leaving = new AbortController()
  const name = `tocsin ${randomBytes(6).toString('hex')}`
  let rejoining = Promise.resolve()
  const joined = await connect(cluster, log)
  const connection = { ...joined.connection, application_name: name }
  let client = keepOpen(joined.client)

  function keepOpen(opened: Client): UnreferableClient {
    opened.once('end', () => {
      if (!leaving.signal.aborted) rejoining = rejoin()
    })
    // Unreferenced, so that it does not keep a process alive that forgot to release.
    ;(opened as UnreferableClient).unref()
    return opened as UnreferableClient
  }

  async function rejoin(): Promise<void> {
    log('the connection to the embedded PostgreSQL was lost; starting it again if needed', 'error')
    while (!leaving.signal.aborted) {
      try {
        const again = await connect(cluster, log)
        // The process that started it may use another folder for temporary files, and so for the socket.
        connection.host = again.connection.host
        client = keepOpen(again.client)
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

/** Client with two methods that the types of `pg` lack. */
interface UnreferableClient extends Client {
  ref(): void
  unref(): void
}

/**
 * Checks whether a user of the cluster is the last. Users that leave at the same time check one after the other, and each
 * leaves before the next check: otherwise two could each assume that the other stays. Connections of the leaving user may
 * still be closing and do not count.
 */
async function isLast(client: Client, name: string): Promise<boolean> {
  try {
    await client.query('select pg_advisory_lock(7063002)')
    const { rowCount } = await client.query(otherConnections, [name])
    if (rowCount === 0) return true
    await untilClosed(client, name)
    await client.query(`set application_name = '${leavingName}'`)
    return false
  } catch {
    // The cluster has gone down, so there is nothing to stop.
    return false
  }
}

/** Waits until PostgreSQL has closed a user's connections, because an ending pool does not wait for that. */
async function untilClosed(client: Client, name: string): Promise<void> {
  const deadlineMs = performance.now() + closingMaximumMs
  while ((await client.query(ownConnections, [name])).rowCount !== 0 && performance.now() < deadlineMs) await delay(20)
}

const closingMaximumMs = 5_000
const leavingName = 'tocsin, leaving'
const ownConnections = `select from pg_stat_activity where application_name = $1`
const otherConnections = `
  select from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name not in ('${leavingName}', $1)`
