import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import pg from 'pg'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { startService } from '../src/main.ts'
import { readEnvironment } from '../src/environment.ts'
import { newIncident, startTestServer, type TestServer } from './support/harness.ts'
import { walkIncidents } from './support/walk.ts'
import { hasPgBouncer, startPgBouncer } from './support/pgbouncer.ts'
import { createEmptyDatabase } from './support/template-database.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { tocsinIn } from './support/tocsin-process.ts'
import { observeWrites, writeEverything } from './support/write-everything.ts'

const guide = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
/**
 * Settings of the PostgreSQL role of the server, from the guide for operators. PgBouncer drops settings of a
 * connection.
 */
const roleSettings = [...guide.matchAll(/^alter role tocsin (set .*);$/gm)].map(([, setting]) => setting!)

/** Creates an empty database, gives its sessions the settings `roleSettings`, and drops it after the last test. */
async function createDatabase(): Promise<string> {
  const { url, drop } = await createEmptyDatabase()
  afterAll(drop)
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ role: string }>('select current_user as role')
  const target = `role "${rows[0]!.role}" in database "${new URL(url).pathname.slice(1)}"`
  for (const setting of roleSettings) await client.query(`alter ${target} ${setting}`)
  await client.end()
  return url
}

const poolSize = 4

/** Starts a server on an empty database behind PgBouncer. The server migrates the database. */
async function startPooledServer() {
  const directUrl = await createDatabase()
  const pooledUrlOf = await startPgBouncer(directUrl, poolSize)
  const log: string[] = []
  const writes = observeWrites()
  const server = await startTestServer(
    { DATABASE_URL: pooledUrlOf(directUrl), MIGRATION_DATABASE_URL: directUrl },
    pino({ level: 'info' }, { write: (line) => void log.push(line) }),
  )
  return { server, log, writes, directUrl, pooledUrlOf }
}

const pooled = hasPgBouncer ? await startPooledServer() : undefined

const remark = hasPgBouncer ? '' : ' (skipped: PgBouncer is not installed)'

describe.skipIf(!hasPgBouncer)(`through PgBouncer in transaction mode${remark}`, () => {
  const { server, log, writes, directUrl, pooledUrlOf } = pooled ?? ({} as NonNullable<typeof pooled>)

  test('the server logs that it uses a pooler, and migrates through the direct address', () => {
    expect(server.database.isPooled).toBe(true)
    expect(log.filter((line) => line.includes('leads to a pooler'))).toHaveLength(1)
    expect(log.filter((line) => line.includes('database migrated'))).toHaveLength(1)
  })

  test('a start with pending migrations stops with a message if no direct address of the database is set', async () => {
    const emptyUrl = await createDatabase()
    const folder = await makeTemporaryFolder('pooled')
    const environment = readEnvironment({ PORT: 0, DATA_DIR: folder, DATABASE_URL: pooledUrlOf(emptyUrl) })
    await expect(startService(environment, pino({ level: 'silent' }))).rejects.toThrow(
      'Set MIGRATION_DATABASE_URL to the address of PostgreSQL.',
    )
    await removeFolder(folder)
  })

  test('every operation that writes succeeds through PgBouncer', async () => {
    await writeEverything(server)
    // `writeEverything` cannot send the set-up, which needs a database without organizations.
    expect([...writes.pending]).toEqual(['POST /api/console/set-up'])
  })

  test('16 writers in 4 organizations, which share 4 PostgreSQL sessions, each get their own incidents', async () => {
    const organizations = await Promise.all(Array.from({ length: 4 }, () => server.newOrganization()))
    const created = await Promise.all(
      organizations.flatMap((one) => Array.from({ length: 4 }, () => write(one.call, 40))),
    )
    for (const [index, { call }] of organizations.entries()) {
      const expected = created.slice(index * 4, index * 4 + 4).flat()
      const found = await walkIncidents(call)
      expect(found.map(({ id, name }) => `${id} ${name}`).toSorted()).toEqual(expected.toSorted())
    }
  })

  test('a backup through the pooler is restored through the direct address', async () => {
    const [emptyUrl, folder] = [await createDatabase(), await makeTemporaryFolder('pooled')]
    const run = tocsinIn({ DATABASE_URL: pooledUrlOf(directUrl), DATA_DIR: server.environment.DATA_DIR })
    const file = `${folder}/a.backup`
    expect(await run(['backup', file])).toMatchObject({ code: 0 })
    const restoring = tocsinIn({ DATABASE_URL: pooledUrlOf(emptyUrl), DATA_DIR: `${folder}/restored` })
    expect(await restoring(['restore', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Set MIGRATION_DATABASE_URL'),
    })
    const environment = { MIGRATION_DATABASE_URL: emptyUrl }
    expect(await restoring(['restore', file], { environment })).toMatchObject({ code: 0 })
    const verified = await Promise.all([run(['verify']), restoring(['verify'])])
    expect(verified[1]).toMatchObject({ code: 0, stdout: verified[0]!.stdout })
    await removeFolder(folder)
  })
})

/** Creates incidents one after the other, and reads and changes each of them. Returns their ids and new names. */
async function write(
  call: Awaited<ReturnType<TestServer['newOrganization']>>['call'],
  count: number,
): Promise<string[]> {
  const written: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const [name, renamed] = [randomUUID(), randomUUID()]
    const { id } = await newIncident(call, { name })
    expect((await call<IncidentResponse>('GET', `/incidents/${id}`)).body).toMatchObject({ id, name })
    expect(await call('PATCH', `/incidents/${id}`, { body: { name: renamed } })).toMatchObject({ status: 200 })
    written.push(`${id} ${renamed}`)
  }
  return written
}
