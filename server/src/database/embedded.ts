import { resolve } from 'node:path'
import { joinCluster, type Membership } from './embedded/join-cluster.ts'
import { openCluster } from './embedded/open-cluster.ts'
import type { OperatorLog } from './operator-log.ts'

/**
 * Starts the PostgreSQL of a data folder. Uses a PostgreSQL that already runs there: another process may have started
 * it, or a killed server may have left it behind. If PostgreSQL dies before the caller releases it, it is started
 * again.
 *
 * PostgreSQL listens only on a Unix socket. One race remains: a process may begin to use PostgreSQL while the last
 * other process stops it. The new process then loses its first connections and starts PostgreSQL again.
 * @param dataFolder folder for `postgresql` (the cluster), `postgresql.password` and `postgresql.log`; created if
 *   absent.
 * @throws Error with advice for the operator, and with the end of PostgreSQL's output if PostgreSQL failed.
 * @see docs/decisions/0002-drive-the-embedded-postgresql-with-pg-ctl.md
 */
export async function startEmbeddedPostgres(dataFolder: string, log: OperatorLog): Promise<Membership> {
  const cluster = await openCluster(resolve(dataFolder), log)
  return joinCluster(cluster, log)
}
