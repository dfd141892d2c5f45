import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open.ts'
import { createEmptyDatabase } from './support/template-database.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { tocsinIn } from './support/tocsin-process.ts'

const folder = await makeTemporaryFolder('distribute')
const { url, drop } = await createEmptyDatabase()
const { database, close } = await openDatabase({ databaseUrl: url, dataFolder: '', log: () => undefined })
await migrate(database, () => undefined)
await close()
afterAll(async () => {
  await drop()
  await removeFolder(folder)
})

const run = tocsinIn({ DATA_DIR: join(folder, 'data') })

test('`database distribute` rejects the embedded PostgreSQL', async () => {
  expect(await run(['organizations', 'create', 'Fairmark'])).toMatchObject({ code: 0 })
  expect(await run(['database', 'distribute'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The embedded PostgreSQL cannot be distributed.'),
  })
})

test.each([
  ['distribute', 'The database does not have the extension citus.'],
  ['check', 'The database is not distributed.'],
])('`database %s` rejects a database without the extension citus', async (command, message) => {
  const outcome = await run(['database', command], { environment: { DATABASE_URL: url } })
  expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
})
