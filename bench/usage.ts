import { readCpuMs, readPostgresCpuMs } from './process-cpu.ts'
import type { Side } from './side.ts'

/** Counters of the resources that a server and its PostgreSQL use. The values only increase. */
export interface Usage {
  serverCpuMs: number
  postgresCpuMs: number
  walBytes: number
  diskBytes: number
}

export async function readUsage({ server, postgresPid, sql }: Side): Promise<Usage> {
  const { rows } = await sql.query<{ wal: string; disk: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal,
       (select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as disk`,
  )
  return {
    serverCpuMs: await readCpuMs(server.pid),
    postgresCpuMs: await readPostgresCpuMs(postgresPid),
    walBytes: Number(rows[0]!.wal),
    diskBytes: Number(rows[0]!.disk),
  }
}

/** Computes the average use of resources per request from two readings. */
export const usagePerRequest = (before: Usage, after: Usage, requests: number): Usage => ({
  serverCpuMs: (after.serverCpuMs - before.serverCpuMs) / requests,
  postgresCpuMs: (after.postgresCpuMs - before.postgresCpuMs) / requests,
  walBytes: (after.walBytes - before.walBytes) / requests,
  diskBytes: (after.diskBytes - before.diskBytes) / requests,
})
