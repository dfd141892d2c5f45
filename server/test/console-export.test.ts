import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addLocation } from '../src/directory/add-location.ts'
import { exportIncidents } from '../src/incidents/list/export.ts'
import { readUnpagedQuery } from '../src/incidents/list/read-unpaged-query.ts'
import type { SignedIn } from './support/console.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { meetBehind } from './support/lock-waits.ts'
import { multiplyIncident } from './support/multiply-incident.ts'
import { until } from './support/until.ts'

const server = await startTestServer()

const open = (staff: SignedIn, query = '', signal: AbortSignal | null = null) =>
  fetch(`${server.url}/api/console/incidents.csv${query}`, { headers: { cookie: staff.cookie }, signal })

async function rowsOf(staff: SignedIn, query = ''): Promise<Record<string, string>[]> {
  const text = await (await open(staff, query)).text()
  return parse(text, { columns: true, bom: true })
}

describe('the CSV export', () => {
  test('exports names instead of ids, in the sort order and with the filters of the list', async () => {
    const { call, scope, signIn } = await server.newOrganization()
    const staff = await signIn('member')
    const { id: locationId } = await addLocation(scope, { name: 'Kühlhaus "Nord"; Tor 3', externalId: null })
    const fields = {
      name: 'B',
      locationId,
      assigneeId: staff.user.id,
      tags: ['a', 'b'],
      latitude: -54.5,
      longitude: 10,
    }
    const second = await newIncident(call, fields)
    const first = await newIncident(call, { name: 'A\n"quoted", line', externalId: '7' })
    await newIncident(call, { name: 'C', priority: 'MAJOR' })

    const response = await open(staff, '?sort=name&priority=NORMAL')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="?incidents-\d{4}-\d\d-\d\d\.csv"?$/,
    )
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows = parse(bytes, { columns: true, bom: true })
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ ID: first.id, Name: 'A\n"quoted", line', 'External ID': '7', Location: '' })
    expect(rows[1]).toMatchObject({
      ID: second.id,
      State: 'Open',
      Location: 'Kühlhaus "Nord"; Tor 3',
      Assignee: staff.user.name,
      Reporter: 'External API auditor',
      'Created at': second.createdAt,
      Tags: 'a, b',
      Latitude: '-54.5',
    })
  })

  test.each([
    ['=HYPERLINK("http://evil")', `'=HYPERLINK("http://evil")`],
    ['+1+1', "'+1+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['＝1+1', "'＝1+1"],
    ['door\n=1+1', "door\n'=1+1"],
    ['door\r=1+1', "door\r'=1+1"],
  ])(
    'the CSV export writes the text %j so that spreadsheets do not treat the text as a formula',
    async (name, guarded) => {
      const { call, signIn } = await server.newOrganization()
      await newIncident(call, { name, description: name, tags: [name], externalId: name })
      const [row] = await rowsOf(await signIn('member'))
      expect(row).toMatchObject({ Name: guarded, Description: guarded, Tags: guarded, 'External ID': guarded })
    },
  )

  test.each(['a\nb', 'a\rb', 'a\r\nb', 'a;b', 'a\tb', 'a\u2028b', 'a\u0085b'])(
    'the CSV export writes the text %j in quotation marks',
    async (name) => {
      const { call, signIn } = await server.newOrganization()
      await newIncident(call, { name })
      expect(await (await open(await signIn('member'))).text()).toContain(`,"${name}",`)
    },
  )

  test('streams an export of more than 10,000 rows in chunks and exports each row once', async () => {
    const { call, scope, signIn } = await server.newOrganization()
    const staff = await signIn('member')
    await multiplyIncident(scope, await newIncident(call), 10_000)

    const chunks: number[] = []
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of (await open(staff, '?sort=createdAt')).body!) {
      chunks.push(chunk.length)
      text += decoder.decode(chunk, { stream: true })
    }
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
    expect(rows.map(({ Name }) => Name).slice(1)).toEqual(
      Array.from({ length: 10_000 }, (_, copy) => `Copy ${copy + 1}`),
    )
    expect(new Set(rows.map(({ ID }) => ID)).size).toBe(10_001)
    expect(Math.max(...chunks)).toBeLessThan(text.length / 10)
  })

  test('the server handles other requests between the long rows of an export', async () => {
    const { call, scope } = await server.newOrganization()
    const description = ';='.repeat(500_000)
    for (const name of ['A', 'B', 'C', 'D']) await newIncident(call, { name, description })

    let iterations = 0
    let immediate = setImmediate(function countIteration() {
      iterations += 1
      immediate = setImmediate(countIteration)
    })
    const format = { separator: ',', priorities: 'codes' } as const
    const iterationsAtRows: number[] = []
    for await (const text of exportIncidents(scope, readUnpagedQuery({}), format, async () => undefined)) {
      if (text.includes(';')) iterationsAtRows.push(iterations)
    }
    clearImmediate(immediate)
    expect(iterationsAtRows).toHaveLength(4)
    expect(new Set(iterationsAtRows).size).toBe(4)
  })

  test('an export ends without further incidents if the user signs out', async () => {
    const { call, scope, signIn } = await server.newOrganization()
    const staff = await signIn('member')
    await newIncident(call)
    const [outcome] = await meetBehind(
      scope,
      ({ database }) => sql`lock table incidents`.execute(database),
      [() => rowsOf(staff)],
      async () => {
        await staff.call('DELETE', '/session')
        await until('the session has ended', async () => (await staff.call('GET', '/session')).status === 401)
      },
    )
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'terminated' } })
  })

  test('rejects an export with an invalid filter or search parameter', async () => {
    const { call } = await (await server.newOrganization()).signIn('member')
    for (const query of [
      '?priority=URGENT',
      '?sort=colour',
      '?limit=10',
      '?nonsense=1',
      '?separator=tab',
      '?priorities=numbers',
    ]) {
      expect(await call('GET', `/incidents.csv${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      })
    }
  })

  test('on request, the CSV export separates cells by semicolons and contains the names of priorities instead of their codes', async () => {
    const { call, signIn } = await server.newOrganization()
    await newIncident(call, { name: 'Door; left', priority: 'CRITICAL', tags: ['a', 'b'] })
    const text = await (await open(await signIn('member'), '?separator=semicolon&priorities=names')).text()
    expect(text).toMatch(/^\uFEFF?ID;Number;Name;/)
    expect(parse(text, { columns: true, bom: true, delimiter: ';' })).toMatchObject([
      { Name: 'Door; left', Priority: 'Critical', Tags: 'a, b' },
    ])
  })

  test('by default, the CSV export separates cells by commas and contains the codes of priorities', async () => {
    const { call, signIn } = await server.newOrganization()
    await newIncident(call, { priority: 'CRITICAL' })
    expect(await rowsOf(await signIn('member'))).toMatchObject([{ Priority: 'CRITICAL' }])
  })

  test('exports only the header line if the organization has no incidents', async () => {
    const staff = await (await server.newOrganization()).signIn('member')
    const text = await (await open(staff)).text()
    expect(text).toMatch(/^\uFEFF?ID,Number,Name,[^\n]+\r\n$/)
  })

  test('the CSV export contains no incident of another organization', async () => {
    const other = await server.newOrganization()
    await newIncident(other.call)
    const staff = await (await server.newOrganization()).signIn('member')
    expect(await rowsOf(staff)).toEqual([])
  })
})
