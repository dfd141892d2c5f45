import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { makeTemporaryFolder, removeFolder } from '@tocsin/server/test/support/temporary-folder.ts'
import { Command } from 'commander'
import { measureOperations } from './measure-operations.ts'
import { measureFilters } from './measure-filters.ts'
import { measureImport } from './measure-import.ts'
import { measureMemory } from './measure-process.ts'
import { measureAgainstReferences } from './measure-references.ts'
import { describeMachine, printMarkdown, type Report, type Section } from './report.ts'
import { thisCheckout } from './server-under-test.ts'
import { openSide } from './side.ts'

const { quick, against } = new Command('bench')
  .description('measure the server: every operation, its costs, and every filter with every sort')
  .option('--quick', 'less data and shorter runs')
  .option('--against <folder>', 'compare with another checkout, by turns in the same run')
  .parse()
  .opts<{ quick?: boolean; against?: string }>()

/** Amounts of data and durations of a run. Together they determine how long the run takes. */
export interface Extent {
  /** Numbers of incidents in the measured organizations. */
  sizes: number[]
  /** Number of times that each operation is measured for each size and checkout. The report shows the median. */
  rounds: number
  sampleSeconds: number
  /** Maximum time in seconds for measuring one combination of a filter and a sort. */
  slowestSeconds: number
  /** Interval of the measured sorts: 1 for every sort of the list, 3 for every third. */
  everySort: number
  /** Number of rows that one run of `tocsin incidents import` imports. */
  importedRows: number
  /** Numbers of requests that are sent before each of the two measurements of memory. */
  memory: { creations: number; lists: number }
}

const extent: Extent = quick
  ? {
      sizes: [20_000, 100_000],
      rounds: 3,
      sampleSeconds: 0.5,
      slowestSeconds: 1,
      everySort: 3,
      importedRows: 5_000,
      memory: { creations: 2_500, lists: 250 },
    }
  : {
      sizes: [100_000, 1_000_000],
      rounds: 7,
      sampleSeconds: 1,
      slowestSeconds: 5,
      everySort: 1,
      importedRows: 50_000,
      memory: { creations: 50_000, lists: 5_000 },
    }

const folder = await makeTemporaryFolder('bench')
const log = (text: string) => process.stderr.write(`${text}\n`)
try {
  await write(await (against ? compareCheckouts(resolve(against)) : measureThisCheckout()))
} finally {
  await removeFolder(folder)
}

async function compareCheckouts(other: string): Promise<Section[]> {
  const sides = [
    await openSide('old', other, folder, extent.sizes),
    await openSide('new', thisCheckout, folder, extent.sizes),
  ]
  const sections = await measureOperations(sides, extent)
  for (const side of sides) await side.stop()
  return sections
}

async function measureThisCheckout(): Promise<Section[]> {
  const side = await openSide('this checkout', thisCheckout, folder, extent.sizes)
  const parts: [string, () => Promise<Section[]>][] = [
    ['each filter with each sort', () => measureFilters(side, extent)],
    ['each operation', () => measureOperations([side], extent)],
    ['against the bare driver and pgbench', () => measureAgainstReferences(side, extent)],
    ['import', () => measureImport(side, extent)],
    ['memory', () => measureMemory(side, extent)],
  ]
  const sections: Section[] = []
  for (const [title, measure] of parts) sections.push(...(await measureSection(title, measure)))
  await side.stop()
  return sections
}

/** Runs one part of the measurements. If it fails, the report contains the error and the other parts still run. */
async function measureSection(title: string, measure: () => Promise<Section[]>): Promise<Section[]> {
  log(`${title} …`)
  try {
    return await measure()
  } catch (error) {
    return [{ title, heads: ['not measured'], rows: [[(error as Error).message]] }]
  }
}

async function write(sections: Section[]): Promise<void> {
  const report: Report = { measuredAt: new Date().toISOString().slice(0, 10), machine: describeMachine(), sections }
  const results = new URL('results/', import.meta.url)
  const name = [against ? 'compared' : undefined, quick ? 'quick' : 'full'].filter(Boolean).join('-')
  const markdown = printMarkdown(report)
  await mkdir(results, { recursive: true })
  await writeFile(new URL(`${name}.json`, results), `${JSON.stringify(report, undefined, 2)}\n`)
  await writeFile(new URL(`${name}.md`, results), `${markdown}\n`)
  process.stdout.write(`${markdown}\n`)
}
