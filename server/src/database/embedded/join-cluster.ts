import { setTimeout as delay } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import type { OperatorLog } from '../operator-log.ts'
import { connect, type Connection } from './connect.ts'
import type { Cluster } from './open-cluster.ts'
import { stopPostmaster } from './postmaster.ts'

/** Connection settings of one user of the cluster. The application name identifies the user. */
type MemberConnection = Connection & { application_name: string }

export interface Membership {
  /**
   * Settings for a `pg` Client. `host` is the folder of the Unix socket, which can change when PostgreSQL is started
   * again.
   */
  readonly connection: MemberConnection
  /**
   * Leaves the cluster, and stops PostgreSQL unless another server or command uses the cluster. The caller must close
   * its connection pool first.
   */
  release(): Promise<void>
}

/**
 * Makes this process a user of a cluster. The users are servers and commands. The first user starts PostgreSQL, and the
 * last user stops it.
 *
 * Each user has one connection open until it leaves the cluster. This connection shows that the cluster is in use. The
 * connections of a pool cannot show this, because an idle pool closes its connections. If the connection breaks,
 * PostgreSQL is started again if necessary.
 */
export async function joinCluster(cluster: Cluster, log: OperatorLog): Promise<Membership> {
  const leaving = new AbortController()
  const name = `tocsin ${randomBytes(6).toString('hex')}`
  let rejoining = Promise.resolve()
  const joined = await connect(cluster, log)
  const connection = { ...joined.connection, application_name: name }
  let client = rejoinOnEnd(joined.client)

  function rejoinOnEnd(opened: Client): UnreferableClient {
    opened.once('end', () => {
      if (!leaving.signal.aborted) rejoining = rejoin()
    })
    // Let the process end even if it never calls `release`.
    ;(opened as UnreferableClient).unref()
    return opened as UnreferableClient
  }

  async function rejoin(): Promise<void> {
    log('the connection to the embedded PostgreSQL was lost; starting it again if needed', 'error')
    while (!leaving.signal.aborted) {
      try {
        const rejoined = await connect(cluster, log)
        // If a process with another TMPDIR has started PostgreSQL again, the socket is in another folder.
        connection.host = rejoined.connection.host
        client = rejoinOnEnd(rejoined.client)
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

/** Client with two methods that `pg` has but does not declare in its types. */
interface UnreferableClient extends Client {
  ref(): void
  unref(): void
}

/**
 * Asks the database if this user is the last user of the cluster. Other connections of this user do not count, because
 * they may still be closing.
 *
 * If several users leave at the same time, an advisory lock makes them check one after another. A user that is not the
 * last one is marked as gone before the next user checks. Otherwise, two users could each expect the other to stop
 * PostgreSQL, and PostgreSQL would continue to run.
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
    // The connection has failed, so PostgreSQL has stopped already, and this user need not stop it.
    return false
  }
}

/**
 * Waits until PostgreSQL has closed all other connections of a user. Ending a connection pool does not wait for this.
 */
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
