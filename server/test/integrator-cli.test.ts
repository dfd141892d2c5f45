import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { publishConfiguration } from '../src/configuration/publish.ts'
import { addLocation } from '../src/directory/add-location.ts'
import { addPoint } from '../src/directory/add-point.ts'
import type { Call } from './support/caller.ts'
import { readIncident } from './support/console-incidents.ts'
import { newIncident, newStaff, startTestServer } from './support/harness.ts'
import { listen, type Listener } from './support/listen.ts'
import { startWatching } from './support/watching.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { readLines, tocsinIn, type RunTocsin } from './support/tocsin-process.ts'

const server = await startTestServer()
const spill = randomUUID()
const wet = randomUUID()

/**
 * Runs commands with an API key of an organization that has one type, one category, two locations with one point each,
 * and one member of staff.
 */
let tocsin: RunTocsin
let environment: Record<string, string>
let call: Call
let readOnlyKey: string
let foreignKey: string
let folder: string

beforeAll(async () => {
  folder = await makeTemporaryFolder('integrator')
  const organization = await server.newOrganization()
  call = organization.call
  readOnlyKey = organization.readOnlyKey
  foreignKey = (await server.newOrganization()).key
  environment = { TOCSIN_URL: server.url, TOCSIN_API_KEY: organization.key, DATA_DIR: join(folder, 'none') }
  tocsin = tocsinIn(environment)
  await publishConfiguration(organization.scope, {
    types: [{ id: spill, name: 'Spill', active: true, profileId: null }],
    categories: [{ id: wet, typeId: spill, name: 'Wet', active: true }],
    profiles: [{ id: spill, name: 'Standard', fields: { name: { rule: 'required' } } }],
    defaultProfileId: spill,
  })
  for (const name of ['Harbour Street', 'Arcade']) {
    const location = await addLocation(organization.scope, { name })
    await addPoint(organization.scope, { locationId: location.id, name: 'Door' })
  }
  await newStaff(organization.scope)
})

afterAll(() => removeFolder(folder))

const idIn = (stdout: string): string => (JSON.parse(stdout) as { id: string }).id

describe('`incidents create`', () => {
  test('`incidents create` accepts names instead of ids and prints the incident as text or JSON', async () => {
    const options = ['--name', 'Water', '--type', 'Spill', '--category', 'Wet', '--priority', 'major', '--tag', 'a;b']
    const placement = ['--location', 'Arcade', '--point', 'Door', '--assignee', 'Maren Holt', '--latitude=-33.9']
    const parameters = ['incidents', 'create', ...options, ...placement, '--longitude', '18.4', '--tag', 'c']
    const { code, stdout, stderr } = await tocsin([...parameters, '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const incident = JSON.parse(stdout) as IncidentResponse
    expect(incident).toMatchObject({ name: 'Water', typeId: spill, categoryId: wet, priority: 'MAJOR' })
    expect(incident).toMatchObject({ tags: ['a;b', 'c'], latitude: -33.9, longitude: 18.4 })
    expect(await readIncident(call, incident.id)).toEqual(incident)

    const shown = await tocsin(['incidents', 'get', incident.id])
    expect(shown.stdout).toMatch(new RegExp(`^typeId +${spill}  Spill$`, 'm'))
    expect(shown.stdout).toMatch(/^locationId +[0-9a-f-]{36} {2}Arcade$/m)
    expect(shown.stdout).toMatch(/^description +-$/m)
    expect(JSON.parse((await tocsin(['incidents', 'get', incident.id, '--json'])).stdout)).toMatchObject(incident)
  })

  test('`incidents create` accepts a JSON document and creates one incident for repeated commands with one clientRequestId', async () => {
    const clientRequestId = randomUUID()
    const named = { input: JSON.stringify({ clientRequestId, name: 'From a pipe' }) }
    const first = await tocsin(['incidents', 'create', '-', '--json'], named)
    const second = await tocsin(['incidents', 'create', '-', '--json'], named)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(second).toEqual(first)

    const unnamed = { input: JSON.stringify({ name: 'From a pipe' }) }
    const again = ['incidents', 'create', '-', '--client-request-id', clientRequestId, '--json']
    expect(await tocsin(again, unnamed)).toEqual(first)
  })

  test('`incidents create` rejects a document that is not UTF-8', async () => {
    const { code, stdout, stderr } = await tocsin(['incidents', 'create', '-'], {
      input: Buffer.from('{"name": "Tür"}', 'latin1'),
    })
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: Standard input is not UTF-8 text.\n',
    })
  })

  test('`incidents create` reports every violation, including unknown names, and the request id', async () => {
    const wrong = ['--type', 'Flood', '--location', 'Nowhere', '--latitude', 'north', '--occurred-at', 'today']
    const { code, stdout, stderr } = await tocsin(['incidents', 'create', ...wrong])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const [head, ...lines] = stderr.trimEnd().split('\n')
    expect(head).toMatch(/^error: /)
    expect(lines).toContain('  /typeId: No type is called "Flood".')
    expect(lines).toContain('  /locationId: No location is called "Nowhere".')
    for (const place of ['/name', '/latitude', '/occurredAt']) {
      expect(lines).toContainEqual(expect.stringMatching(`^  ${place}: `))
    }
    expect(lines.at(-1)).toMatch(/^ {2}request id: \S+$/)
  })

  test('`incidents create` fails with a read-only API key', async () => {
    const outcome = await tocsin(['incidents', 'create', '--name', 'x'], {
      environment: { TOCSIN_API_KEY: readOnlyKey },
    })
    expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('request id: ') })
  })
})

describe('`incidents list`', () => {
  test('`incidents list` prints the filtered incidents as a table with names or as lines of JSON', async () => {
    const tag = randomUUID()
    const one = await newIncident(call, { name: 'One', tags: [tag], priority: 'MINOR', typeId: spill })
    const two = await newIncident(call, { name: 'Two\n\u001B[2J', tags: [tag], priority: 'CRITICAL' })
    const list = ['incidents', 'list', '--tag', tag, '--sort=-priority,name']

    const table = await tocsin(list)
    const [head, ...rows] = table.stdout.trimEnd().split('\n')
    expect(head).toMatch(/^ID +PRIORITY +STATE +TYPE +LOCATION +ASSIGNEE +CREATED +NAME$/)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(new RegExp(`^${two.id} +CRITICAL +Open +- .* Two··\\[2J$`))
    expect(rows[1]).toMatch(new RegExp(`^${one.id} +MINOR +Open +Spill .* One$`))

    const lines = async (...options: string[]) =>
      readLines<IncidentResponse>((await tocsin([...list, ...options, '--json'])).stdout)
    expect(await lines()).toEqual([two, one])
    expect(await lines('--type', 'Spill', '--state', 'Open', '--since', '1h')).toEqual([one])
    expect(await lines('--open')).toEqual([two, one])
    expect(await lines('--closed')).toEqual([])
    expect(await lines('--priority', 'minor,major')).toEqual([one])
    expect(await lines('--priority', 'minor', '--priority', 'critical')).toEqual([two, one])
    expect(await lines('--until', '1h')).toEqual([])
    expect(await lines('--limit', '1')).toEqual([two])
  })

  test('`incidents list` reads as many pages as --limit or --all needs', async () => {
    const tag = randomUUID()
    await Promise.all(Array.from({ length: 205 }, () => newIncident(call, { tags: [tag] })))
    const list = ['incidents', 'list', '--tag', tag, '--json']
    const unasked = await tocsin(list)
    expect(readLines(unasked.stdout)).toHaveLength(50)
    expect(unasked.stderr).toBe('There are more than 50 incidents. Use --all to list them.\n')
    const limited = await tocsin([...list, '--limit', '203'])
    expect(readLines(limited.stdout)).toHaveLength(203)
    expect(limited.stderr).toBe('')
    expect(await tocsin([...list, '--limit', '203', '--all'])).toMatchObject({ code: 2, stdout: '' })
    const all = readLines<IncidentResponse>((await tocsin([...list, '--all'])).stdout)
    expect(new Set(all.map(({ id }) => id)).size).toBe(205)
  })

  test('`incidents list` requests only one page if --limit is the size of one page', async () => {
    const page = { data: Array.from({ length: 200 }, () => ({ id: randomUUID() })), meta: { nextCursor: 'more' } }
    const headers = { 'content-type': 'application/json', 'x-request-id': 'page' }
    const requested: string[] = []
    const endless = await listen(({ url }, response) => {
      requested.push(url!)
      response.writeHead(200, headers).end(JSON.stringify(page))
    })
    onTestFinished(endless.close)
    const address = { environment: { TOCSIN_URL: endless.url } }
    const listed = await tocsin(['incidents', 'list', '--limit', '200', '--json'], address)
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    expect(readLines(listed.stdout)).toHaveLength(200)
    expect(requested).toEqual(['/api/v1/incidents?limit=200'])
  })

  test('`incidents list` lists no incident of another organization, and treats the locations of that organization as unknown', async () => {
    const { id } = await newIncident(call)
    const withForeignKey = { environment: { TOCSIN_API_KEY: foreignKey } }
    expect(await tocsin(['incidents', 'list', '--all', '--json'], withForeignKey)).toMatchObject({
      code: 0,
      stdout: '',
    })
    expect(await tocsin(['incidents', 'get', id], withForeignKey)).toMatchObject({ code: 1, stdout: '' })
    expect(await tocsin(['incidents', 'list', '--location', 'Arcade'], withForeignKey)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: No location is called "Arcade".\n',
    })
  })
})

describe('`incidents watch`', () => {
  test('`incidents watch` prints each change exactly once while the command runs, and Ctrl+C ends the command', async () => {
    const { key, call: callHere } = await server.newOrganization()
    await newIncident(callHere, { name: 'Before' })
    const watching = await startWatching({ ...environment, TOCSIN_API_KEY: key }, '--every', '0.1')
    const made = []
    for (let count = 0; count < 8; count++) made.push(await newIncident(callHere, { name: `Report ${count}` }))
    await watching.until(8)
    const form = new FormData()
    form.append('file', new Blob(['photo']), 'photo.txt')
    await fetch(`${server.url}/api/v1/incidents/${made[0]!.id}/media`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: form,
    })
    const changed = (await callHere<IncidentResponse>('GET', `/incidents/${made[0]!.id}`)).body
    await watching.until(9)
    // Create a tenth incident. Until the command prints this incident, it also rereads earlier changes, which it must
    // not print again.
    await newIncident(callHere, { name: 'Last' })
    await watching.until(10)
    expect(
      watching.printed
        .slice(0, 9)
        .map(({ id, lastModifiedAt }) => [id, lastModifiedAt])
        .toSorted(),
    ).toEqual([...made.slice(1), changed, made[0]!].map(({ id, lastModifiedAt }) => [id, lastModifiedAt]).toSorted())
    expect(await watching.interrupt()).toBe(0)
    expect(watching.printed).toHaveLength(10)
  })

  test('`incidents watch` prints the changes since the time in --since, but no earlier changes', async () => {
    const { key, call: callHere } = await server.newOrganization()
    const earlier = await newIncident(callHere, { name: 'Earlier' })
    let before: IncidentResponse
    do before = await newIncident(callHere, { name: 'Before' })
    while (before.lastModifiedAt === earlier.lastModifiedAt)
    const since = ['--since', before.lastModifiedAt]
    const watching = await startWatching({ ...environment, TOCSIN_API_KEY: key }, ...since, '--every', '0.1')
    await watching.until(1)
    // Create a second incident. Until the command prints this incident, it also rereads the first change, which it must
    // not print again.
    const after = await newIncident(callHere, { name: 'After' })
    await watching.until(2)
    expect(watching.printed).toEqual([before, after])
    expect(await watching.interrupt()).toBe(0)
  })
})

describe('`comments add` and `comments list`', () => {
  test('`comments add` without --user adds a comment through the API, and `comments list` lists comments', async () => {
    const { id: incident } = await newIncident(call)
    const add = ['comments', 'add', '--incident', incident, '--message']
    const added = await tocsin([...add, 'On the way', '--external-id', 'n-1', '--json'])
    expect(added).toMatchObject({ code: 0, stderr: '' })
    const second = (await tocsin([...add, 'Arrived'])).stdout.trim()
    const list = ['comments', 'list', '--incident', incident]
    const comments = readLines<Comment>((await tocsin([...list, '--json'])).stdout)
    expect(comments.map(({ id }) => id)).toEqual([idIn(added.stdout), second])
    expect(comments[0]).toMatchObject({ message: 'On the way', externalId: 'n-1' })
    expect((await tocsin(list)).stdout).toMatch(/^[0-9a-f-]{36} .* External API auditor +0 +Arrived$/m)
  })

  test('`comments add` adds one comment for repeated commands with the same --idempotency-key', async () => {
    const { id: incident } = await newIncident(call)
    const add = ['comments', 'add', '--incident', incident, '--message', 'Once', '--idempotency-key', 'n-2', '--json']
    const first = await tocsin(add)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(await tocsin(add)).toEqual(first)
  })

  test('`comments add` fails for a missing incident, a read-only API key, and options that do not fit --user', async () => {
    const { id } = await newIncident(call)
    const add = ['comments', 'add', '--message', 'x', '--incident']
    const readOnly = { environment: { TOCSIN_API_KEY: readOnlyKey } }
    const withForeignKey = { environment: { TOCSIN_API_KEY: foreignKey } }
    expect((await tocsin([...add, randomUUID()])).code).toBe(1)
    expect((await tocsin([...add, id], readOnly)).code).toBe(1)
    expect((await tocsin([...add, id], withForeignKey)).code).toBe(1)
    expect((await tocsin([...add, id, '--file', 'photo.jpg'])).code).toBe(2)
    for (const option of ['--external-id', '--idempotency-key']) {
      expect((await tocsin([...add, id, '--user', 'a@example.com', option, 'x'])).code).toBe(2)
    }
    expect((await tocsin(['comments', 'list', '--incident', id, '--json'])).stdout).toBe('')
  })

  test('`comments add` rejects a blank message, such as a variable without a value', async () => {
    const { id } = await newIncident(call)
    const rejected = { code: 2, stdout: '', stderr: 'error: Give a --message.\n' }
    expect(await tocsin(['comments', 'add', '--incident', id, '--message', ' '])).toEqual(rejected)
  })
})

describe('a creation with an unknown outcome', () => {
  let failing: Listener
  beforeAll(async () => {
    failing = await listen((_, response) => {
      const problem = {
        type: 'urn:tocsin:problem:unavailable',
        code: 'unavailable',
        title: 'Unavailable',
        status: 503,
        detail: 'Not now.',
        errors: [],
      }
      response.writeHead(503, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem))
    })
  })
  afterAll(() => failing.close())

  test.each([
    ['no response', () => 'http://127.0.0.1:3', /^error: No response arrived: .*127\.0\.0\.1:3/],
    ['the server is in trouble', () => failing.url, /^error: Not now\.$/],
  ])(
    'if the outcome of a creation is unknown, the error names the option that makes a repetition of the command safe: %s',
    async (_, url, message) => {
      const lost = { environment: { TOCSIN_URL: url() } }
      const [options, document, comment] = await Promise.all([
        tocsin(['incidents', 'create', '--name', 'x'], lost),
        tocsin(['incidents', 'create', '-'], { ...lost, input: '{"name": "x"}' }),
        tocsin(['comments', 'add', '--incident', spill, '--message', 'x'], lost),
      ])
      for (const [{ code, stderr }, option] of [
        [options, '--client-request-id'],
        [document, '--client-request-id'],
        [comment, '--idempotency-key'],
      ] as const) {
        expect(code).toBe(1)
        const [advice, error] = stderr.split('\n')
        expect(advice).toMatch(new RegExp(`run the same command again with ${option} [0-9a-f-]{36}$`))
        expect(error).toMatch(message)
      }
    },
  )
})

test.each([
  [['incidents']],
  [['incidents', 'get', 'no-uuid']],
  [['incidents', 'create']],
  [['incidents', 'create', '-', '--name', 'x']],
  [['incidents', 'create', 'file.json']],
  [['incidents', 'list', '--priority', 'HIGH']],
  [['incidents', 'list', '--sort', 'colour']],
  [['incidents', 'list', '--limit', '0']],
  [['incidents', 'watch', '--every', '0']],
  [['incidents', 'import', 'x.csv', '--concurrency', '0']],
  [['comments', 'add', '--incident', spill]],
  [['comments', 'add', '--incident', spill, '--message', 'x', '--idempotency-key', 'two words']],
])(
  'the invalid command line %j exits with 2, prints a message on standard error and nothing on standard output',
  async (parameters) => {
    const { code, stdout, stderr } = await tocsin(parameters)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).not.toBe('')
  },
)

test('a command without TOCSIN_URL and TOCSIN_API_KEY exits with 2 and names both settings in one sentence', async () => {
  const { code, stdout, stderr } = await tocsin(['incidents', 'list'], {
    environment: { TOCSIN_URL: '', TOCSIN_API_KEY: '' },
  })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^error: Set TOCSIN_URL to .* and TOCSIN_API_KEY to .*\n$/)
})

test('the error for a rejected API key names the setting TOCSIN_API_KEY', async () => {
  const { code, stderr } = await tocsin(['incidents', 'list'], { environment: { TOCSIN_API_KEY: 'tocsin_unknown' } })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^error: http\S+ rejects the key in TOCSIN_API_KEY: .*\.\n {2}request id: \S+\n$/)
})
