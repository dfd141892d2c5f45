import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { issueKey } from '../../src/identity/keys/issue.ts'
import { revokeKey } from '../../src/identity/keys/revoke.ts'
import { startService } from '../../src/main.ts'
import { pauseAllEndpoints } from '../../src/webhooks/endpoints/pause.ts'
import {
  backUpFrom,
  digestFiles,
  digestTables,
  newPlace,
  openInstallation,
  restoreInto,
} from '../support/backup-places.ts'
import { startTestServer } from '../support/harness.ts'
import { callerOf } from '../support/caller.ts'
import { addStaffComment, addTenant, thumbnailFinished, upload } from '../support/media.ts'
import { writeEverything } from '../support/write-everything.ts'

const server = await startTestServer()
const tenant = await addTenant(server)
await addStaffComment(tenant)
const keyed = { relatedEntityId: tenant.incidentId, message: 'Repeated after a lost response' }
await callerOf(`${server.url}/api/v1`, { 'x-api-key': tenant.key, 'idempotency-key': 'lost-answer' })(
  'POST',
  '/comments/by-entity-type/incident',
  { body: keyed },
)
await writeEverything(server)
const attached = await upload(server, tenant, randomBytes(3_000_000), 'video.bin')
await thumbnailFinished(server, attached.body.id)
const revoked = await issueKey(tenant.scope, { name: 'lost till', scopes: ['read'] })
await revokeKey(tenant.scope, revoked.id)

const source = server.environment

test('every row and file survives a backup and restore into the embedded PostgreSQL, and then into another PostgreSQL', async () => {
  // Stop the deliveries of webhooks, because each attempt changes its endpoint.
  await pauseAllEndpoints(server.database.database)
  const expected = { tables: await digestTables(server.database.database), files: await digestFiles(source) }
  const embedded = await newPlace({ isEmbedded: true })
  await restoreInto(embedded, await backUpFrom(source))
  const { database } = await openInstallation(embedded)
  expect({ tables: await digestTables(database), files: await digestFiles(embedded) }).toEqual(expected)

  const external = await newPlace({ isEmbedded: false })
  await restoreInto(external, await backUpFrom(embedded))
  const { database: last } = await openInstallation(external)
  expect({ tables: await digestTables(last), files: await digestFiles(external) }).toEqual(expected)
  expect(Object.keys(expected.files).length).toBeGreaterThan(3)
  const filled = Object.entries(expected.tables).filter(([, digest]) => !digest.startsWith('0 '))
  expect(filled.map(([name]) => name)).toEqual(
    expect.arrayContaining(['comments', 'events', 'idempotency_keys', 'media']),
  )
  expect(filled.length).toBeGreaterThan(15)
})

test('after a restore, the API keys of the backup work, except API keys that were revoked before the backup', async () => {
  const place = await newPlace({ isEmbedded: false })
  await restoreInto(place, await backUpFrom(source))
  const restored = await startService(place, pino({ level: 'silent' }))
  onTestFinished(() => restored.stop())
  const statusWith = async (key: string) =>
    (await fetch(`${restored.url}/api/v1/incidents`, { headers: { 'x-api-key': key } })).status
  expect([await statusWith(tenant.key), await statusWith(revoked.key)]).toEqual([200, 401])
})

test('a restore begins a new epoch of every feed and pauses every webhook endpoint', async () => {
  await server.database.pool.query('update webhook_endpoints set paused_at = null, pause_reason = null')
  const place = await newPlace({ isEmbedded: false })
  await restoreInto(place, await backUpFrom(source))
  const { database } = await openInstallation(place)
  const epochsIn = async (db: typeof database) =>
    (await db.selectFrom('feeds').select(['organization_id', 'epoch']).execute()).map(
      ({ organization_id: id, epoch }) => `${id} ${epoch}`,
    )
  const before = await epochsIn(server.database.database)
  expect((await epochsIn(database)).filter((epoch) => before.includes(epoch))).toEqual([])
  const endpoints = await database.selectFrom('webhook_endpoints').select('pause_reason as reason').execute()
  expect(new Set(endpoints.map(({ reason }) => reason))).toEqual(new Set(['new_epoch']))
})

test('an encrypted backup can be restored only with its passphrase', async () => {
  await pauseAllEndpoints(server.database.database)
  const path = await backUpFrom(source, 'correct horse battery')
  const place = await newPlace({ isEmbedded: false })
  await expect(restoreInto(place, path, 'another horse battery')).rejects.toThrow('another passphrase')
  await expect(restoreInto(place, path)).rejects.toThrow('is encrypted')
  await restoreInto(place, path, 'correct horse battery')
  const { database } = await openInstallation(place)
  expect(await digestTables(database)).toEqual(await digestTables(server.database.database))
})

test('only the owner of a backup file can read the file', async () => {
  expect((await stat(await backUpFrom(source))).mode & 0o777).toBe(0o600)
})

test('no table has a sequence, because a backup would not contain its value', async () => {
  const { rows } = await server.database.pool.query(`select relname from pg_class where relkind = 'S'`)
  expect(rows).toEqual([])
})
