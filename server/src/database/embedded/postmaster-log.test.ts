import { rename, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceOnce } from '../../../test/support/replace-in-file-system.ts'
import { makeTemporaryDataFolder, query } from '../../../test/support/temporary-data-folder.ts'

test('rotates a large PostgreSQL log only once when two processes start at the same time', async () => {
  const folder = await makeTemporaryDataFolder()
  await (await folder.start()).release()
  const log = join(folder.path, 'postgresql.log')
  await truncate(log, 11 * 1024 * 1024)
  // Simulate another process that renames the log first.
  const renameFile = rename
  replaceOnce('rename', async (from, to) => {
    await renameFile(from, to)
    await renameFile(from, to)
  })

  expect(await query(await folder.start(), 'select 1')).toEqual([1])
  expect((await stat(`${log}.1`)).size).toBe(11 * 1024 * 1024)
  expect((await stat(log)).size).toBeLessThan(1024 * 1024)
})
