import { resolve } from 'node:path'
import { joinCluster, type MemberConnection } from './embedded/join-cluster.ts'
import { openCluster } from './embedded/open-cluster.ts'
import type { OperatorLog } from './operator-log.ts'

export interface EmbeddedPostgres {
  /** What a pg Client needs to connect: `host` is the folder of the Unix socket, and changes if that moves. */
  readonly connection: MemberConnection
  /** Stops the cluster unless another process still uses it. The caller closes its own pool first. */
  release(): Promise<void>
}

/**
 * Starts the PostgreSQL below a data folder, or joins the one that already runs there: a command joins that of a
 * running server, and a new server that of a killed one. If it dies before it is released, it is started again.
 *
 * It listens on a Unix socket only. One race remains: a process that joins at the very moment when the last user stops
 * PostgreSQL loses its first connections and starts it again.
 * @param dataFolder holds `postgresql` (the cluster), `postgresql.password` and `postgresql.log`; made when absent.
 * @throws Error that says what to do, with the end of PostgreSQL's own output where that failed.
 * @see design 3
 */
export async function startEmbeddedPostgres(dataFolder: string, log: OperatorLog): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(resolve(dataFolder), log)
  return joinCluster(cluster, log)
}
