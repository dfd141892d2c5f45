import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { Location, Point } from '@tocsin/contract/api/directory.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { MediaUrls } from '@tocsin/contract/api/media.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPassword } from '../src/identity/password/hash.ts'
import { openDatabase } from '../src/database/open.ts'
import { makeService } from '../src/service.ts'
import { migrate } from '../src/database/migrate.ts'
import { prepareDemo } from '../../demo/src/prepare.ts'
import { lockDemo } from '../../demo/src/queries.ts'
import { readEnvironment } from '../src/environment.ts'
import { createOrganization } from '../src/organizations/create.ts'
import { apiCallerOf } from './support/caller.ts'
import { tryCreation } from './support/harness.ts'
import { walkIncidents } from './support/walk.ts'
import { meetBehind, valuesOf } from './support/lock-waits.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { cli, type PrintedDemo } from './support/tocsin-process.ts'

interface Demo {
  access: PrintedDemo
  url: string
  /** Lines that the demo has printed to standard output so far. */
  lines: string[]
  end(signal?: NodeJS.Signals): Promise<number | null>
}

const running: ChildProcess[] = []

function spawnDemo(dataFolder: string): ChildProcess {
  const environment = { PATH: '/usr/bin:/bin', DATA_DIR: dataFolder }
  const child = spawn(process.execPath, [cli, 'demo', '--json', '--port', '0'], { env: environment, stdio: 'pipe' })
  running.push(child)
  return child
}

async function startDemo(dataFolder: string): Promise<Demo> {
  const child = spawnDemo(dataFolder)
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line))
  await once(reader, 'line')
  const access = JSON.parse(lines[0]!) as PrintedDemo
  return {
    access,
    url: new URL(access.baseUrl).origin,
    lines,
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
  }
}

let folder: string
let demo: Demo

beforeAll(async () => {
  folder = await makeTemporaryFolder('demo')
  demo = await startDemo(folder)
})

afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await removeFolder(folder)
})

async function get<Body>(path: string, key = demo.access.apiKey): Promise<Body> {
  const response = await fetch(`${demo.access.baseUrl}${path}`, { headers: { 'x-api-key': key } })
  expect(response.status).toBe(200)
  return (await response.json()) as Body
}

const everyIncident = async () =>
  (await get<{ data: IncidentResponse[] }>('/incidents?limit=200&sort=-occurredAt')).data

const active = ({ types }: CreationConfiguration) => types.filter((type) => type.active).map(({ name }) => name)

describe('the demo', () => {
  test('the demo prints one line of JSON with working API keys', async () => {
    const { access, url } = demo
    expect(demo.lines).toHaveLength(1)
    expect(access).toEqual({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/),
      apiKey: expect.stringMatching(/^tocsin_/),
      readOnlyApiKey: expect.stringMatching(/^tocsin_/),
      otherOrganizationApiKey: expect.stringMatching(/^tocsin_/),
      consoleUrl: `${url}/`,
      email: expect.stringContaining('@'),
      password: expect.stringMatching(/^.{12,}$/),
    })
    expect((await tryCreation(apiCallerOf(url, access.apiKey))).status).toBe(201)
    expect((await tryCreation(apiCallerOf(url, access.readOnlyApiKey))).status).toBe(401)
    expect((await tryCreation(apiCallerOf(url, access.otherOrganizationApiKey))).status).toBe(201)
    expect((await fetch(access.consoleUrl, { redirect: 'manual' })).status).toBe(200)
  })

  test('the demo has 200 incidents over several weeks, in all states and priorities, of active and inactive types', async () => {
    const { data: states } = await get<{ data: { id: string }[] }>('/workflow-states')
    const incidents = await everyIncident()
    const described = incidents.filter(({ description }) => description !== null)
    const kindsOf = (read: (incident: IncidentResponse) => unknown) => new Set(described.map(read)).size
    expect((await walkIncidents(apiCallerOf(demo.url, demo.access.apiKey))).length).toBeGreaterThanOrEqual(200)
    expect(kindsOf(({ stateId }) => stateId)).toBe(states.length)
    expect(kindsOf(({ priority }) => priority)).toBe(4)
    expect(kindsOf(({ typeId }) => typeId)).toBe(6)
    expect(kindsOf(({ locationId }) => locationId)).toBe(8)
    expect(kindsOf(({ creationConfigVersion }) => creationConfigVersion)).toBe(2)
    expect(kindsOf(({ createdBy }) => createdBy)).toBeGreaterThan(3)
    expect(kindsOf(({ occurredAt }) => occurredAt.slice(0, 10))).toBeGreaterThan(40)
    const now = new Date().toISOString()
    for (const { occurredAt, createdAt, lastModifiedAt } of described) {
      const inOrder = [occurredAt, createdAt, lastModifiedAt, now]
      expect(inOrder).toEqual(inOrder.toSorted())
    }
  })

  test('the demo has profiles with every kind of field rule, and a second revision that deactivates a type', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map((revision) => get<CreationConfiguration>(`/creation-configurations/${revision}`)),
    )
    expect(active(second!).length).toBeGreaterThanOrEqual(3)
    expect(second!.types.some((type) => !type.active)).toBe(true)
    expect(active(first!).filter((name) => !active(second!).includes(name))).toEqual(['Bottle return'])
    expect(second!.categories.some((category) => !category.active)).toBe(true)
    const rules = second!.profiles.flatMap(({ fields }) => Object.values(fields).map(({ rule }) => rule))
    expect(new Set(rules)).toEqual(new Set(['required', 'optional', 'readOnly', 'hidden']))
    expect(Date.parse(second!.publishedAt) - Date.parse(first!.publishedAt)).toBeGreaterThan(86_400_000)
  })

  test('the demo has locations, one of which is archived, and points in every location', async () => {
    const { data: locations } = await get<{ data: Location[] }>('/locations?limit=200')
    const { data: points } = await get<{ data: Point[] }>('/points?limit=200')
    expect(locations.filter(({ archived }) => archived).map(({ name }) => name)).toEqual(['Canal Street'])
    expect(new Set(points.map(({ locationId }) => locationId)).size).toBe(locations.length)
  })

  test('the demo has comments of staff and of other systems, photos with thumbnails and a file without a thumbnail', async () => {
    const incidents = await everyIncident()
    const lists = await Promise.all(
      incidents.map(({ id }) => get<{ data: Comment[] }>(`/comments/by-entity-type/incident?relatedEntityId=${id}`)),
    )
    const comments = lists.flatMap(({ data }) => data)
    expect(comments.length).toBeGreaterThan(100)
    expect(comments.filter(({ externalId }) => externalId !== null).length).toBeGreaterThan(10)
    const withFiles = comments.filter(({ mediaIds }) => mediaIds.length > 0)
    const urls = await Promise.all(
      withFiles.flatMap(({ id, mediaIds }) =>
        mediaIds.map((mediaId) => get<MediaUrls>(`/download/comments/${id}/media/${mediaId}/urls`)),
      ),
    )
    expect(urls.filter(({ thumbnailDownloadUrl }) => thumbnailDownloadUrl !== null).length).toBeGreaterThan(10)
    expect(urls.filter(({ thumbnailDownloadUrl }) => thumbnailDownloadUrl === null)).toHaveLength(1)
    const photo = await fetch(urls[0]!.downloadUrl)
    expect(photo.headers.get('content-type')).toBe('image/jpeg')
    expect(incidents.some(({ mediaIds }) => mediaIds.length > 0)).toBe(true)
  })

  test('the demo stores API keys and password in a file that only the owner can read, and a password hash in the database', async () => {
    const file = join(folder, 'demo.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const database = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: () => undefined })
    const user = await database.database
      .selectFrom('users')
      .select(['password_hash as passwordHash', 'role'])
      .where('email', '=', demo.access.email)
      .executeTakeFirstOrThrow()
    await database.close()
    expect(user.role).toBe('administrator')
    expect(await verifyPassword(demo.access.password, user.passwordHash!)).toBe(true)
  })
})

describe('starting the demo again', () => {
  test('starting the demo again prints the same API keys and adds no incidents', async () => {
    const before = await walkIncidents(apiCallerOf(demo.url, demo.access.apiKey))
    const { baseUrl: _before, consoleUrl: _console, ...keys } = demo.access
    expect(await demo.end()).toBe(0)
    demo = await startDemo(folder)
    expect(demo.access).toMatchObject(keys)
    expect(await walkIncidents(apiCallerOf(demo.url, demo.access.apiKey))).toEqual(before)
  })

  test('starting the demo again issues new API keys if demo.json is missing or contains an invalid API key', async () => {
    const before = demo.access
    expect(await demo.end()).toBe(0)
    await rm(join(folder, 'demo.json'))
    demo = await startDemo(folder)
    expect(demo.access.apiKey).not.toBe(before.apiKey)
    expect((await tryCreation(apiCallerOf(demo.url, demo.access.apiKey))).status).toBe(201)

    expect(await demo.end()).toBe(0)
    const foreign = { ...demo.access, apiKey: before.apiKey.replace(/.$/, '!'), password: 'another password' }
    await writeFile(join(folder, 'demo.json'), JSON.stringify(foreign))
    demo = await startDemo(folder)
    expect((await tryCreation(apiCallerOf(demo.url, demo.access.apiKey))).status).toBe(201)
    expect(demo.access.readOnlyApiKey).toBe(foreign.readOnlyApiKey)
    expect(JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'))).toMatchObject({ apiKey: demo.access.apiKey })
  })

  test('after a killed start of the demo, two processes that start the demo at the same time prepare the demo once', async () => {
    const interrupted = await makeTemporaryFolder('demo-interrupted')
    const killed = spawnDemo(interrupted)
    // Kill the first process while it prepares the demo. The preparation begins right after the process has written the
    // signing secret.
    await expect.poll(() => stat(join(interrupted, 'signing-secret')), { interval: 5 }).toBeTruthy()
    killed.kill('SIGKILL')
    const [one, other] = await Promise.all([startDemo(interrupted), startDemo(interrupted)])
    expect(one.access.apiKey).toBe(other.access.apiKey)
    expect(await walkIncidents(apiCallerOf(one.url, one.access.apiKey))).toHaveLength(200)
    await Promise.all([one.end(), other.end()])
    await removeFolder(interrupted)
  })

  test('two simultaneous calls of `prepareDemo` prepare the demo once', async () => {
    const DATA_DIR = await makeTemporaryFolder('demo-twice')
    const opened = await openDatabase({
      databaseUrl: undefined,
      dataFolder: DATA_DIR,
      log: () => undefined,
    })
    const { database, close } = opened
    const service = makeService(opened)
    await migrate(database, () => undefined)
    const scope = await createOrganization(service, 'Another one')
    const prepare = () => prepareDemo(service, readEnvironment({ DATA_DIR }), () => undefined)
    const outcomes = await meetBehind(scope, (inner) => lockDemo(inner.database), [prepare, prepare])
    const organizations = await database.selectFrom('organizations').select('name').execute()
    await close()
    await removeFolder(DATA_DIR)
    const [one, other] = valuesOf(outcomes)
    expect(one).toEqual(other)
    expect(organizations).toHaveLength(3)
  })
})
