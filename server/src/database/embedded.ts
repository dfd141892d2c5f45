import { resolve } from 'node:path'
import { joinCluster, type Membership } from './embedded/join-cluster.ts'
import { openCluster } from './embedded/open-cluster.ts'
import type { OperatorLog } from './operator-log.ts'

/**
 * Starts the PostgreSQL below a data folder or joins the running one: a command joins that of a server, and a new server
 * that of a killed one. If PostgreSQL dies before it is released, it is started again.
 *
 * PostgreSQL listens on a Unix socket only. One race remains: a process that joins while the last user stops PostgreSQL
 * loses its first connections and starts it again.
 * @param dataFolder folder of `postgresql` (the cluster), `postgresql.password` and `postgresql.log`; created if absent.
 * @throws Error with a remedy, and with the end of PostgreSQL's output if PostgreSQL failed.
 * @see docs/decisions/0002-drive-the-embedded-postgresql-with-pg-ctl.md
 */
export async function startEmbeddedPostgres(dataFolder: string, log: OperatorLog): Promise<Membership> {
  const cluster = await openCluster(resolve(dataFolder), log)
  return joinCluster(cluster, log)
}
