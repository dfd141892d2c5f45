import { randomUUID } from 'node:crypto'
import { guardCell } from '@tocsin/contract/csv/guard.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { createIncident } from '../src/incidents/create/create.ts'
import { readResponse } from '../src/incidents/response.ts'
import { startTestServer } from './support/harness.ts'

const server = await startTestServer()
const count = 1_000

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...`=+-@＝＋－＠'";,|\t\r\n\v\f\u0085\u2028\u2029 a1é🚨`), maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }).map((binary) => binary.replaceAll('\0', '')),
)
const incident = fc.record({
  name: text.map((name) => `${name}x`),
  description: text,
  externalId: text.map((id) => `${id}${randomUUID()}`),
  tags: fc.uniqueArray(
    text.filter((tag) => tag.trim() !== ''),
    { maxLength: 3 },
  ),
  latitude: fc.integer({ min: -90, max: 90 }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('a CSV parser reads exported random texts correctly, and no line of them starts like a spreadsheet formula', async () => {
  const seed = Date.now()
  const incidents = fc.sample(incident, { numRuns: count, seed })
  const { scope, signIn } = await server.newOrganization()
  const stored: IncidentResponse[] = []
  for (const some of chunksOf(50, incidents)) {
    const creations = some.map((fields) => createIncident(scope, { clientRequestId: randomUUID(), ...fields }))
    stored.push(...(await Promise.all(creations)).map(({ response }) => readResponse(response)))
  }
  const { cookie } = await signIn('member')
  const response = await fetch(`${server.url}/api/console/incidents.csv?sort=createdAt`, { headers: { cookie } })
  const { data: rows, errors } = Papa.parse<Record<string, string>>(await response.text(), {
    header: true,
    delimiter: ',',
    newline: '\r\n',
    skipEmptyLines: 'greedy',
  })

  expect(errors, `seed ${seed}`).toEqual([])
  expect(new Map(rows.map((row) => [row.ID, textsOf(row)])), `seed ${seed}`).toEqual(
    new Map(stored.map((each) => [each.id, guardedTextsOf(each)])),
  )
  for (const { Latitude: _, Longitude: __, ...texts } of rows) {
    const lines = Object.values(texts).flatMap((cell) => cell.split(/[\n\v\f\r\u0085\u2028\u2029]/))
    expect(
      lines.filter((line) => /^[=+\-@＝＋－＠\t]/.test(line)),
      `seed ${seed}`,
    ).toEqual([])
  }
})

const textsOf = (row: Record<string, string>): unknown[] =>
  ['Name', 'Description', 'External ID', 'Tags', 'Latitude', 'Longitude'].map((title) => row[title])

const guardedTextsOf = ({ name, description, externalId, tags, latitude, longitude }: IncidentResponse): unknown[] => [
  ...[name, description, externalId, tags.join(', ')].map((value) => guardCell(value ?? '')),
  String(latitude),
  String(longitude),
]

const chunksOf = <Item>(size: number, items: Item[]): Item[][] =>
  items.length > size ? [items.slice(0, size), ...chunksOf(size, items.slice(size))] : [items]
