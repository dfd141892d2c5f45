import { afterAll, expect, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from '../../test/support/temporary-folder.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { createOrganization } from '../organizations/create.ts'
import { effectiveConfiguration } from './effective.ts'

const folder = await makeTemporaryFolder('effective')
const opened = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: () => undefined, connections: 1 })
afterAll(async () => {
  await opened.close()
  await removeFolder(folder)
})
await migrate(opened.database, () => undefined)

test('reading the configuration in a transaction does not wait for a caller that waits for its connection', async () => {
  const scope = await createOrganization(opened.database, 'Effective')
  let outside: ReturnType<typeof effectiveConfiguration> | undefined
  const inside = await scope.transaction((inner) => {
    outside = effectiveConfiguration(scope, undefined)
    return effectiveConfiguration(inner, undefined)
  })
  expect(inside.configuration.revision).toBe(1)
  expect(await outside).toEqual(inside)
})
