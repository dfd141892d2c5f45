import type { CountedLocation } from '@tocsin/contract/console/directory-administration.ts'
import type { Point } from '@tocsin/contract/api/directory.ts'
import type { LocationImportMessage, LocationImportReport } from '@tocsin/contract/console/location-import.ts'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import { describe, expect, test } from 'vitest'
import { archiveLocation, archivePoint } from '../src/directory/archive.ts'
import { addLocation } from '../src/directory/add-location.ts'
import { addPoint } from '../src/directory/add-point.ts'
import { lockOrganization } from '../src/database/lock-organization.ts'
import type { SignedIn } from './support/console.ts'
import { eventsOf, startTestServer } from './support/harness.ts'
import { meetBehind, valuesOf } from './support/lock-waits.ts'
import { until } from './support/until.ts'

const server = await startTestServer()

async function newTenant() {
  const organization = await server.newOrganization()
  return { ...organization, administrator: await organization.signIn('administrator') }
}

const send = (
  { cookie, csrfToken }: SignedIn,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) =>
  fetch(new URL('/api/console/locations/import', server.url), {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'text/csv', ...headers },
    body,
  })

async function messagesOf(response: Response): Promise<LocationImportMessage[]> {
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  return (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LocationImportMessage)
}

async function importFile(by: SignedIn, body: string | Uint8Array<ArrayBuffer>): Promise<LocationImportReport> {
  const last = (await messagesOf(await send(by, body))).at(-1)!
  if (!('report' in last)) throw new Error(`the import ended with ${JSON.stringify(last)}`)
  return last.report
}

const locationsOf = async ({ call }: SignedIn) =>
  (await call<{ data: CountedLocation[] }>('GET', '/directory/locations?limit=200')).body.data

const nothing: LocationImportReport = { locationsAdded: 0, pointsAdded: 0, linesUnchanged: 0, refused: [] }

describe('importing locations', () => {
  test.each([
    ['signs out', 'not_signed_in'],
    ['becomes a member', 'administrators_only'],
  ])('an import ends early if the administrator %s', async (action, code) => {
    const { administrator, signIn, scope } = await newTenant()
    const other = await signIn('administrator')
    const file = ['location', ...Array.from({ length: 1_000 }, (_, index) => `Market ${index}`)].join('\n')
    const [outcome] = await meetBehind(
      scope,
      lockOrganization,
      [async () => messagesOf(await send(administrator, file))],
      async () => {
        if (action === 'signs out') await administrator.call('DELETE', '/session')
        else await other.call('PATCH', `/users/${administrator.user.id}`, { body: { role: 'member' } })
        await until('the right has ended', async () => (await administrator.call('GET', '/keys')).status >= 400)
      },
    )
    expect(valuesOf([outcome!])[0]).toEqual([
      { done: 0, total: 1_000 },
      { done: 500, total: 1_000 },
      { problem: expect.objectContaining({ code }) },
    ])
    expect((await locationsOf(other)).length).toBe(200)
  })

  test('adds the new locations and points of a file, and adds nothing when the same file is imported again', async () => {
    const { administrator } = await newTenant()
    const file = [
      'Point,LOCATION,locationExternalId',
      'Freezer 1,Harbour Street,S-1',
      'Freezer 2,Harbour Street,S-1',
      ',"Market Square, north",',
      'Door,Arcade,S-3',
      '',
    ].join('\r\n')
    expect(await importFile(administrator, file)).toEqual({ ...nothing, locationsAdded: 3, pointsAdded: 3 })
    expect(await locationsOf(administrator)).toMatchObject([
      { name: 'Arcade', externalId: 'S-3', pointCount: 1 },
      { name: 'Harbour Street', externalId: 'S-1', pointCount: 2 },
      { name: 'Market Square, north', externalId: null, pointCount: 0 },
    ])
    expect(await importFile(administrator, file)).toEqual({ ...nothing, linesUnchanged: 4 })
    expect(await locationsOf(administrator)).toHaveLength(3)
  })

  test('imports a CSV file with semicolons, a byte order mark and spaces around cells, as written by spreadsheets', async () => {
    const { administrator } = await newTenant()
    expect(await importFile(administrator, '\uFEFFlocation;point\n Köln , Süd ;Tür\n')).toMatchObject({
      locationsAdded: 1,
    })
    expect((await locationsOf(administrator)).map(({ name }) => name)).toEqual(['Köln , Süd'])
  })

  test('an import records one event for each added location and point, and each event names the user', async () => {
    const { administrator } = await newTenant()
    await importFile(administrator, 'location,locationExternalId,point\nHarbour,S-1,Freezer\n')
    const [location] = await locationsOf(administrator)
    const { body } = await administrator.call<{ data: Point[] }>('GET', `/points?locationId=${location!.id}`)
    const actorId = administrator.user.id
    expect(await eventsOf(administrator.scope, location!.id)).toEqual([
      { kind: 'location.created', actorId, data: { name: 'Harbour', externalId: 'S-1' } },
    ])
    expect(await eventsOf(administrator.scope, body.data[0]!.id)).toEqual([
      { kind: 'point.created', actorId, data: { locationId: location!.id, name: 'Freezer' } },
    ])
  })

  test('imports the valid lines and reports the line number and the reason for each invalid line', async () => {
    const { administrator, scope } = await newTenant()
    const harbour = await addLocation(scope, { name: 'Harbour', externalId: 'S-1' })
    await addLocation(scope, { name: 'Market' })
    for (const name of ['Twin', 'Twin', 'Closed']) await addLocation(scope, { name })
    const closed = (await locationsOf(administrator)).find(({ name }) => name === 'Closed')!
    await archiveLocation(scope, closed.id)
    const till = await addPoint(scope, { locationId: harbour.id, name: 'Till' })
    await archivePoint(scope, till.id)

    const lines = [
      'location,locationExternalId,point',
      'Harbour,S-1,Freezer',
      ',S-9,Freezer',
      'Renamed,S-1,',
      'Market,S-2,',
      'Twin,,Door',
      'Closed,,Door',
      'Harbour,,Till',
      `${'a'.repeat(251)},,`,
      'Bad\0,,',
      'Too,many,columns,here',
      'Harbour,S-7,Door',
    ]
    const report = await importFile(administrator, lines.join('\n'))
    expect(report.refused.map(({ line, code }) => [line, code])).toEqual([
      [3, 'location_missing'],
      [4, 'location_named_otherwise'],
      [5, 'location_without_external_id'],
      [6, 'location_ambiguous'],
      [7, 'location_archived'],
      [8, 'point_archived'],
      [9, 'too_long'],
      [10, 'invalid_text'],
      [11, 'unreadable'],
    ])
    // The last line adds a second location named Harbour, because no location has the external id S-7 yet.
    expect(report).toMatchObject({ locationsAdded: 1, pointsAdded: 2, linesUnchanged: 0 })
  })

  test('an import of locations streams its progress', async () => {
    const { administrator } = await newTenant()
    const lines = Array.from({ length: 1_200 }, (_, index) => `Shop ${index % 40},Point ${index}`)
    const response = await send(administrator, ['location,point', ...lines].join('\n'))
    const messages = await messagesOf(response)
    expect(messages).toEqual([
      { done: 0, total: 1_200 },
      { done: 500, total: 1_200 },
      { done: 1_000, total: 1_200 },
      { done: 1_200, total: 1_200 },
      { report: { ...nothing, locationsAdded: 40, pointsAdded: 1_200 } },
    ])
  })

  test('two simultaneous imports of the same file add each location once', async () => {
    const { administrator } = await newTenant()
    const lines = Array.from({ length: 300 }, (_, index) => `Shop ${index % 100},Point ${index}`)
    const file = ['location,point', ...lines].join('\n')
    const reports = await Promise.all([importFile(administrator, file), importFile(administrator, file)])
    expect(reports.map(({ locationsAdded }) => locationsAdded).toSorted((a, b) => a - b)).toEqual([0, 100])
    expect(await locationsOf(administrator)).toHaveLength(100)
  })

  test.each([
    ['no column for Locations', 'name,point\nHarbour,Door', 'import_unreadable'],
    ['nothing in it', '', 'import_unreadable'],
    ['another encoding', new Uint8Array([0x6c, 0xff, 0xfe]), 'import_unreadable'],
    ['too many lines', `location\n${'a\n'.repeat(50_001)}`, 'import_unreadable'],
    ['a line that does not end', `location\n${'a'.repeat(20_000)}`, 'import_unreadable'],
    ['a quotation mark without its counterpart', `location\n"${'a\n'.repeat(20_000)}`, 'import_unreadable'],
    ['a short line whose quotation mark is never closed', 'location\nA\n"B\nC\n', 'import_unreadable'],
    ['a quotation mark at every other character', `location\n${'"a'.repeat(20_000)}`, 'import_unreadable'],
    ['too many bytes', `location\n${'a'.repeat(10 * 1024 * 1024)}`, 'body_too_large'],
  ])('rejects an import file with %s and stores nothing', async (_, file, code) => {
    const { administrator } = await newTenant()
    const response = await send(administrator, file)
    expect(response.status).toBe(400)
    expect(((await response.json()) as ProblemDetails).code).toBe(code)
    expect(await locationsOf(administrator)).toEqual([])
  })

  test('rejects an import whose content type is not text/csv', async () => {
    const { administrator } = await newTenant()
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const response = await send(administrator, '{"location":"a"}', { 'content-type': type })
      const { code } = (await response.json()) as ProblemDetails
      expect({ type, status: response.status, code }).toEqual({ type, status: 400, code: 'unsupported_content_type' })
    }
  })

  test('an import requires an administrator and a CSRF token, and adds locations only to the organization of the administrator', async () => {
    const { administrator, signIn } = await newTenant()
    const file = 'location\nHarbour\n'
    expect((await send(await signIn('member'), file)).status).toBe(403)
    expect((await send(administrator, file, { 'x-csrf-token': 'guessed' })).status).toBe(403)
    expect(await locationsOf(administrator)).toEqual([])
    const other = await newTenant()
    await importFile(other.administrator, file)
    expect(await importFile(administrator, file)).toMatchObject({ locationsAdded: 1 })
    expect(await locationsOf(administrator)).toHaveLength(1)
  })
})
