import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publishConfiguration } from '../../src/configuration/publish.ts'
import { addLocation } from '../../src/directory/add-location.ts'
import { addPoint } from '../../src/directory/add-point.ts'
import type { Call } from './caller.ts'
import type { TestServer } from './harness.ts'
import { readLines, tocsinIn, type Outcome } from './tocsin-process.ts'

/** Id of the only incident type and of its profile. */
export const spill = '0f4e6c1a-8f0e-4a2b-9a67-5d7f6c2b1a00'

export interface Report {
  rows: number
  created: number
  alreadyThere: number
  accepted: number
  refused: number
}

interface RejectedRow {
  line: number
  code: string
  clientRequestId: string
  violations: { pointer: string; code: string; message: string }[]
  requestId: string
}

/**
 * Creates an organization with one incident type and two locations, each with a point named `Door`. Writes `lines` to a
 * CSV file. The returned function `run` imports the file with `tocsin incidents import`.
 */
export async function newImport(server: TestServer, folder: string, lines: string | Uint8Array) {
  const { scope, key, call } = await server.newOrganization()
  await publishConfiguration(scope, {
    types: [{ id: spill, name: 'Spill', active: true, profileId: null }],
    categories: [],
    profiles: [{ id: spill, name: 'Standard', fields: { name: { rule: 'required' } } }],
    defaultProfileId: spill,
  })
  for (const name of ['Harbour Street', 'Arcade']) {
    await addPoint(scope, { locationId: (await addLocation(scope, { name })).id, name: 'Door' })
  }
  const file = join(folder, `${key.slice(-16)}.csv`)
  await writeFile(file, lines)
  const environment = { TOCSIN_URL: server.url, TOCSIN_API_KEY: key }
  const tocsin = tocsinIn(environment)
  return {
    file,
    scope,
    key,
    call,
    environment,
    run: (...options: string[]) => tocsin(['incidents', 'import', file, ...options]),
  }
}

export function readOutcome({ stdout }: Outcome): { report: Report; rejected: RejectedRow[] } {
  const lines = readLines<{ report?: Report; refused?: RejectedRow }>(stdout)
  return { report: lines.at(-1)!.report!, rejected: lines.flatMap(({ refused }) => refused ?? []) }
}

export const stored = async (call: Call, query = '') =>
  (await call<{ data: Record<string, unknown>[] }>('GET', `/incidents?sort=name&limit=200${query}`)).body.data

export const noRows: Report = { rows: 0, created: 0, alreadyThere: 0, accepted: 0, refused: 0 }
