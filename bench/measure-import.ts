import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connections, measureOperation } from './measure-operation.ts'
import { creation } from './operations.ts'
import { perSecond, times, type Section } from './report.ts'
import type { Bench, MeasuredOrganization } from './run.ts'

/** `tocsin incidents import` against the same creations from a load generator, at the same concurrency, in turn. */
export async function measureImport(bench: Bench): Promise<Section> {
  const organization = bench.written
  const operation = creation(organization.id)
  const body = operation.makeBody!() as ImportedBody
  const extent = { seconds: bench.extent.seconds }
  const rates: number[] = []
  const references: number[] = []
  references.push((await measureOperation(bench, organization, operation, extent)).perSecond)
  for (let run = 0; run < 2; run++) {
    rates.push(await importRows(bench, organization, body, run))
    references.push((await measureOperation(bench, organization, operation, extent)).perSecond)
  }
  return {
    title: `Import of ${bench.extent.importedRows.toLocaleString('en')} rows, ${connections} at a time`,
    rows: [
      {
        what: '`tocsin incidents import`',
        value: perSecond(mean(rates)),
        ratio: times(mean(rates) / mean(references)),
        reference: `${perSecond(mean(references))} ${operation.name}`,
      },
    ],
  }
}

interface ImportedBody {
  name: string
  priority: string
  locationId: string
  occurredAt: string
  tags: string[]
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** @returns rows per second, from the first request to the last answer. */
async function importRows(
  bench: Bench,
  { key }: MeasuredOrganization,
  body: ImportedBody,
  run: number,
): Promise<number> {
  const { name, priority, locationId, occurredAt, tags } = body
  const file = join(bench.folder, 'import.csv')
  const rowOf = (_: unknown, index: number) =>
    [`${name} ${run}/${index}`, priority, locationId, occurredAt, tags.join(';')].join(',')
  const rows = Array.from({ length: bench.extent.importedRows }, rowOf)
  await writeFile(file, ['name,priority,location,occurredAt,tags', ...rows].join('\n'))
  const cli = fileURLToPath(import.meta.resolve('@tocsin/server/bin/tocsin.js'))
  const parameters = [cli, 'incidents', 'import', file, '--json', '--concurrency', String(connections)]
  const { stdout } = await promisify(execFile)(process.execPath, parameters, {
    env: { PATH: '/usr/bin:/bin', TOCSIN_URL: bench.url, TOCSIN_API_KEY: key },
  })
  const { report } = JSON.parse(stdout) as { report: { created: number; seconds: number } }
  if (report.created !== rows.length) throw new Error(`${report.created} of ${rows.length} rows were created`)
  return report.created / report.seconds
}
