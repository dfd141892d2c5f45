import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { newIncident, startTestServer } from '../support/harness.ts'
import { countWaiting } from '../support/lock-waits.ts'
import { upload } from '../support/media.ts'
import { until } from '../support/until.ts'

// A single organization may use at most four of the six database connections.
const server = await startTestServer({ DATABASE_CONNECTIONS: 6 })

interface Wait {
  what: string
  /** Statement that takes the lock for which the uploads wait. */
  lock: RawBuilder<unknown>
  /** Number of stored files when all uploads wait. */
  storedFiles: number
}

const waits: Wait[] = [
  { what: 'look up their incidents', lock: sql`lock table incidents`, storedFiles: 0 },
  { what: 'attach their files', lock: sql`select from incidents for update`, storedFiles: 10 },
]

test.each(waits)(
  'uploads of an organization that wait to $what leave connections free for other organizations',
  async ({ lock, storedFiles }) => {
    const [one, other] = await Promise.all([server.newOrganization(), server.newOrganization()])
    const incidents = await Promise.all(Array.from({ length: 10 }, () => newIncident(one.call)))
    const folder = join(server.environment.DATA_DIR, 'media', one.scope.organizationId)
    // This transaction needs one of the two connections that the uploads of the organization cannot get.
    const uploads = await one.scope.transaction(async (inner) => {
      await lock.execute(inner.database)
      const begun = incidents.map(({ id }) => upload(server, { key: one.key, incidentId: id }, 'the photo'))
      await until('the files are stored', async () => (await readdir(folder).catch(() => [])).length === storedFiles)
      await until('four uploads wait for the lock', async () => (await countWaiting(inner)) >= 4)
      expect(await other.call('GET', '/locations')).toMatchObject({ status: 200 })
      expect(await countWaiting(inner)).toBe(4)
      return begun
    })
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(incidents.map(() => 201))
  },
)
