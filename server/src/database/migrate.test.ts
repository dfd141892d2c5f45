import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from '../../test/temporary-folder.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

const folder = await makeTemporaryFolder('migrate')
// With one connection, what is set on it is what migrating begins with and leaves behind.
const opened = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: () => undefined, connections: 1 })
const { database } = opened
afterAll(async () => {
  await opened.close()
  await removeFolder(folder)
})

const readTimeout = async () =>
  (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(database)).rows

test('a migration may take longer than any request, and requests after it may not', async () => {
  const timeoutOfRequests = await readTimeout()
  await sql`set statement_timeout = 1`.execute(database)
  const ran = await migrate(database)
  expect(ran).toContain('0013-incident-response')
  expect(await readTimeout()).toEqual(timeoutOfRequests)
  expect(timeoutOfRequests).toEqual([{ statement_timeout: '30s' }])
  expect(await migrate(database)).toEqual([])
})
