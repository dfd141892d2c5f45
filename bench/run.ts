import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type OpenDatabase } from '@tocsin/server/src/database/open.ts'
import { startEmbeddedPostgres } from '@tocsin/server/src/database/embedded.ts'
import { issueKey } from '@tocsin/server/src/keys/issue.ts'
import { createOrganization } from '@tocsin/server/src/organizations/create.ts'
import { SingleBar } from 'cli-progress'
import { Command } from 'commander'
import { vacuum } from './housekeeping.ts'
import { loadIncidents } from './load-incidents.ts'
import { measureAgainstReferences } from './measure-references.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureImport } from './measure-import.ts'
import { measureMemory, measureWorkers } from './measure-process.ts'
import { describeMachine, printMarkdown, type Report, type Section } from './report.ts'
import { startServer } from './server-under-test.ts'

const { quick } = new Command('bench')
  .description('measure the server, each figure against a reference in the same run')
  .option('--quick', 'less data and shorter runs: under 3 minutes')
  .parse()
  .opts<{ quick?: boolean }>()

/** What one run takes the time for. */
export interface Extent {
  sizes: number[]
  neighbours: number
  runs: number
  /** Of each operation at each size, of which the middle one counts. */
  growthRuns: number
  seconds: number
  /** By one run of `tocsin incidents import`. */
  importedRows: number
  /** In each of the two parts after which the memory of a server is measured. */
  memory: { creations: number; lists: number }
  sorts: string[]
}

const allSorts = ['id', 'name', 'priority', 'occurredAt', 'createdAt', 'lastModifiedAt']

const extent: Extent = quick
  ? {
      sizes: [2_000, 20_000],
      neighbours: 5,
      runs: 1,
      growthRuns: 1,
      seconds: 2,
      importedRows: 5_000,
      memory: { creations: 2_500, lists: 250 },
      sorts: ['lastModifiedAt'],
    }
  : {
      sizes: [10_000, 100_000, 1_000_000],
      neighbours: 20,
      runs: 5,
      growthRuns: 3,
      seconds: 5,
      importedRows: 100_000,
      memory: { creations: 50_000, lists: 5_000 },
      sorts: allSorts,
    }

/** An Organization with `rows` Incidents. */
export interface MeasuredOrganization {
  rows: number
  id: string
  key: string
}

export interface Bench {
  extent: Extent
  url: string
  folder: string
  database: OpenDatabase
  organizations: MeasuredOrganization[]
  /** Where most creations go, so that the others keep the number of Incidents that they are measured for. */
  written: MeasuredOrganization
  connection: Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection']
}

const folder = await mkdtemp(join(tmpdir(), 'tocsin-bench-'))
await chmod(folder, 0o755)
const say = (text: string) => process.stderr.write(`${text}\n`)
try {
  await write(await run())
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function run(): Promise<Report> {
  // As operators know it: the first start makes the database, and leaves what it compiled to every later one.
  const first = await startServer(folder)
  await first.stop()
  const server = await startServer(folder)
  const embedded = await startEmbeddedPostgres(folder, say)
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: say })
  const loaded = await load(database)
  const bench: Bench = { extent, url: server.url, folder, database, ...loaded, connection: embedded.connection }

  const sections = [
    ...(await section('against the bare driver and pgbench', () => measureAgainstReferences(bench))),
    ...(await section('growth', () => measureGrowth(bench))),
    ...(await section('import', async () => [await measureImport(bench)])),
    ...(await section('memory', async () => [await measureMemory(bench, server, first)])),
  ]
  await server.stop()
  sections.push(...(await section('several processes', async () => [await measureWorkers(bench)])))
  await database.close()
  await embedded.release()
  return {
    measuredAt: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    sections,
  }
}

/** A request that is refused or fails ends its section, whose place in the report says so, and not an hour of the others. */
async function section(title: string, measure: () => Promise<Section[]>): Promise<Section[]> {
  say(`${title} …`)
  try {
    return await measure()
  } catch (error) {
    return [{ title, rows: [{ what: 'not measured', value: (error as Error).message }] }]
  }
}

/** Makes the measured Organizations, and others beside them in the same tables. */
async function load({ database, pool }: OpenDatabase): Promise<Pick<Bench, 'organizations' | 'written'>> {
  const sizes = [extent.sizes.at(-2)!, ...extent.sizes, ...Array.from({ length: extent.neighbours }, () => 1_000)]
  const bar = new SingleBar({ format: 'loading {bar} {value}/{total} Incidents, {eta_formatted} left' })
  bar.start(
    sizes.reduce((sum, rows) => sum + rows, 0),
    0,
  )
  const made: MeasuredOrganization[] = []
  for (const rows of sizes) {
    const scope = await createOrganization(database, `${rows} Incidents`)
    const { key } = await issueKey(scope, { name: 'bench', scopes: ['read', 'write'] })
    await loadIncidents(pool, scope.organizationId, rows, (loaded) => bar.increment(loaded))
    made.push({ rows, id: scope.organizationId, key })
  }
  bar.stop()
  await vacuum(pool)
  const [written, ...others] = made
  return { written: written!, organizations: others.slice(0, extent.sizes.length) }
}

async function write(report: Report): Promise<void> {
  const results = new URL('results/', import.meta.url)
  const name = quick ? 'quick' : 'full'
  const markdown = printMarkdown(report)
  await mkdir(results, { recursive: true })
  await writeFile(new URL(`${name}.json`, results), `${JSON.stringify(report, undefined, 2)}\n`)
  await writeFile(new URL(`${name}.md`, results), `${markdown}\n`)
  process.stdout.write(`${markdown}\n`)
}
