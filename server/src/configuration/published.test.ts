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

/** Caches 400 revisions with a description of the given length. @returns the number of revisions that stay cached. */
function cacheRevisions(descriptionLength: number): number {
  const { revisions } = makeService(opened)
  const fields = { description: { rule: 'optional', default: 'x'.repeat(descriptionLength) } } as const
  for (let revision = 1; revision <= 400; revision++) {
    const profiles = [{ id: 'standard', name: 'Standard', fields }]
    const content = { types: [], categories: [], profiles, defaultProfileId: 'standard' }
    revisions.set(`organization/${revision}`, { revision, publishedAt: '2026-03-01T08:30:00.000Z', ...content })
  }
  return revisions.size
}

test('a service caches up to 32 MiB of revisions: of 400 revisions, 31 if each has 1 MiB, but all if each has 1 KiB', () => {
  expect(cacheRevisions(1024 * 1024)).toBe(31)
  expect(cacheRevisions(1024)).toBe(400)
})
