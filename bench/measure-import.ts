import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connections, measureOperation } from './measure-operation.ts'
import { creation, creationBody } from './operations.ts'
import { perSecond, times, type Section } from './report.ts'
import type { Extent } from './run.ts'
import { cliOf } from './server-under-test.ts'
import type { Side } from './side.ts'

/**
 * Compares the speed of `tocsin incidents import` with the speed of creations by the load generator. Measures them
 * alternately, with the same number of concurrent requests.
 */
export async function measureImport(side: Side, extent: Extent): Promise<Section[]> {
  const organization = side.organizations[0]!
  const rates: number[] = []
  const references: number[] = []
  const refer = async () => {
    const sample = await measureOperation(side, organization, creation, { seconds: extent.sampleSeconds })
    references.push(sample.perSecond)
  }
  await refer()
  for (let run = 0; run < 2; run++) {
    rates.push(await importRows(side, extent.importedRows))
    await refer()
  }
  return [
    {
      title: `Import of ${extent.importedRows.toLocaleString('en')} rows, ${connections} requests at a time`,
      heads: ['what', 'rate', `against: ${creation.name}`, 'ratio'],
      rows: [
        [
          '`tocsin incidents import`',
          perSecond(mean(rates)),
          perSecond(mean(references)),
          times(mean(rates) / mean(references)),
        ],
      ],
    },
  ]
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Imports rows with `tocsin incidents import`.
 * @returns rows per second, from the first request to the last response.
 */
async function importRows({ checkout, dataFolder, server, organizations }: Side, count: number): Promise<number> {
  const file = join(dataFolder, 'import.csv')
  const rows = Array.from({ length: count }, () => {
    const { name, priority, locationId, occurredAt, tags } = creationBody(1)
    return [name, priority, locationId, occurredAt, tags.join(';')].join(',')
  })
  await writeFile(file, ['name,priority,location,occurredAt,tags', ...rows].join('\n'))
  const parameters = [cliOf(checkout), 'incidents', 'import', file, '--json', '--concurrency', String(connections)]
  const { stdout } = await promisify(execFile)(process.execPath, parameters, {
    env: { PATH: '/usr/bin:/bin', TOCSIN_URL: server.url, TOCSIN_API_KEY: organizations[0]!.key['x-api-key'] },
  })
  const { report } = JSON.parse(stdout) as { report: { created: number; seconds: number } }
  if (report.created !== count) throw new Error(`${report.created} of ${count} rows were created`)
  return report.created / report.seconds
}
