import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres, readCpuMs, readPostgresCpuMs } from '../process-cpu.ts'
import { startServer, thisCheckout, type ServerUnderTest } from '../server-under-test.ts'
import { readConnection } from '../side.ts'
import { copyOrganization, createModel, type Copy, type Model } from './copy-organization.ts'

/** Server with its own embedded PostgreSQL and a number of equal organizations. */
export interface Site {
  label: string
  dataFolder: string
  server: ServerUnderTest
  postgresPid: number
  model: Model
  /** Organizations that get requests. The other organizations of the site only fill the database. */
  copies: Copy[]
  sql: pg.Client
}

/** CPU time in milliseconds. */
export interface Cpu {
  server: number
  postgres: number
}

/** Starts a server, and fills its database with `count` equal organizations. */
export async function openSite(folder: string, count: number, wanted: number): Promise<Site> {
  const label = `${count.toLocaleString('en')} organizations`
  const dataFolder = join(folder, String(count))
  await mkdir(dataFolder, { mode: 0o755 })
  const server = await startServer(thisCheckout, dataFolder)
  const sql = await connect(dataFolder)
  const model = await createModel(dataFolder, server.url)
  const copies = await copyOrganization(sql, model, count, wanted)
  await sql.query('checkpoint')
  return { label, dataFolder, server, postgresPid: await findPostgres(dataFolder), model, copies, sql }
}

async function connect(dataFolder: string): Promise<pg.Client> {
  const sql = new pg.Client(await readConnection(dataFolder))
  await sql.connect()
  return sql
}

export async function closeSite({ sql, server }: Site): Promise<void> {
  await sql.end()
  await server.stop()
}

/** Stops the server and its PostgreSQL, and starts them again. @returns the restarted site. */
export async function restart(site: Site): Promise<Site> {
  await closeSite(site)
  const server = await startServer(thisCheckout, site.dataFolder)
  return { ...site, server, postgresPid: await findPostgres(site.dataFolder), sql: await connect(site.dataFolder) }
}

export const readCpu = async ({ server, postgresPid }: Site): Promise<Cpu> => ({
  server: await readCpuMs(server.pid),
  postgres: await readPostgresCpuMs(postgresPid),
})

/** Runs `work`. @returns the CPU time that the server and PostgreSQL took while `work` ran. */
export async function cpuOf(site: Site, work: () => Promise<unknown>): Promise<Cpu> {
  const before = await readCpu(site)
  await work()
  const after = await readCpu(site)
  return { server: after.server - before.server, postgres: after.postgres - before.postgres }
}
