import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SingleBar } from 'cli-progress'
import pg from 'pg'
import { loadIncidents } from './load-incidents.ts'
import { createMeasuredOrganization, type MeasuredOrganization } from './organization.ts'
import { findPostgres } from './process-cpu.ts'
import { startServer, type ServerUnderTest } from './server-under-test.ts'

/** Checkout under measurement, with its own server, its own embedded PostgreSQL and one organization of each size. */
export interface Side {
  label: string
  checkout: string
  dataFolder: string
  /** Server that was started first, on an empty data folder. It has ended, but its figures are still readable. */
  first: ServerUnderTest
  /** Server of the second start, which is running and is measured. */
  server: ServerUnderTest
  postgresPid: number
  sql: pg.Client
  connection: pg.ClientConfig
  organizations: MeasuredOrganization[]
  /** Returns up to `count` random incidents of an organization, all different. */
  sampleIncidents(organization: MeasuredOrganization, count: number): Promise<SampledIncident[]>
  stop(): Promise<void>
}

interface SampledIncident {
  id: string
  version: number
  nextStateId: string
}

/**
 * Starts the server of a checkout twice and loads the data. The first start fills the compile cache, which the second
 * start uses.
 */
export async function openSide(label: string, checkout: string, folder: string, sizes: number[]): Promise<Side> {
  const dataFolder = join(folder, label.replaceAll(' ', '-'))
  await mkdir(dataFolder, { mode: 0o755 })
  const first = await startServer(checkout, dataFolder)
  await first.stop()
  const server = await startServer(checkout, dataFolder)
  const connection = await readConnection(dataFolder)
  const sql = new pg.Client(connection)
  await sql.connect()
  const place = { checkout, dataFolder, url: server.url, sql }
  const organizations: MeasuredOrganization[] = []
  for (const rows of sizes) organizations.push(await createMeasuredOrganization(place, rows))

  const total = sizes.reduce((sum, rows) => sum + rows, 0)
  const bar = new SingleBar({ format: `loading ${label} {bar} {value}/{total} incidents` })
  bar.start(total, 0)
  await loadIncidents(sql, organizations, (rows) => bar.increment(rows))
  bar.stop()
  return {
    label,
    checkout,
    dataFolder,
    first,
    server,
    postgresPid: await findPostgres(dataFolder),
    sql,
    connection,
    organizations,
    sampleIncidents: (organization, count) => sampleIncidents(sql, organization, count),
    async stop() {
      await sql.end()
      await server.stop()
    },
  }
}

/**
 * Reads the connection settings of a running embedded PostgreSQL from the files in its data folder. Does not use the
 * server's own code, because the code of another checkout may differ.
 */
export async function readConnection(dataFolder: string): Promise<pg.ClientConfig> {
  const lines = (await readFile(join(dataFolder, 'postgresql/postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(dataFolder, 'postgresql.password'), 'utf8')).trim()
  return { host: lines[4]!.trim(), port: Number(lines[3]), user: 'tocsin', password, database: 'tocsin', ssl: false }
}

async function sampleIncidents(sql: pg.Client, { id, rows }: MeasuredOrganization, count: number) {
  const percent = Math.min(100, (300 * count) / rows + 1)
  const { rows: found } = await sql.query<SampledIncident>(
    `select * from (
       select incident.id, incident.version,
         (select to_state_id from workflow_transitions as transition where transition.organization_id = incident.organization_id
            and from_state_id = state_id order by to_state_id limit 1) as "nextStateId"
       from incidents as incident tablesample system (${percent}) where organization_id = $1 and deleted_at is null
     ) as sampled where "nextStateId" is not null order by random() limit $2`,
    [id, count],
  )
  return found
}
