import { resolve } from 'node:path'
import { joinCluster, type Membership } from './embedded/join-cluster.ts'
import { openCluster } from './embedded/open-cluster.ts'
import type { OperatorLog } from './operator-log.ts'

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
export async function startEmbeddedPostgres(dataFolder: string, log: OperatorLog): Promise<Membership> {
  const cluster = await openCluster(resolve(dataFolder), log)
  return joinCluster(cluster, log)
}
