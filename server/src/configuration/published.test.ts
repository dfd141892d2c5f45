import { afterAll, expect, test } from 'vitest'
import { makeTemporaryFolder, removeFolder } from '../../test/support/temporary-folder.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { createOrganization } from '../organizations/create.ts'
import { makeService } from '../service.ts'
import { findGoverningRevision } from './published.ts'

const folder = await makeTemporaryFolder('effective')
const opened = await openDatabase({ databaseUrl: undefined, dataFolder: folder, log: () => undefined, connections: 1 })
afterAll(async () => {
  await opened.close()
  await removeFolder(folder)
})
await migrate(opened.database, () => undefined)

test('a transaction reads the current revision itself, and does not wait for a read that another caller has begun', async () => {
  const scope = await createOrganization(makeService(opened), 'Effective')
  let outside: ReturnType<typeof findGoverningRevision> | undefined
  const inside = await scope.transaction((inner) => {
    outside = findGoverningRevision(scope, undefined)
    return findGoverningRevision(inner, undefined)
  })
  expect(inside.configuration?.revision).toBe(1)
  expect(await outside).toEqual(inside)
})
