import { rename, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeTemporaryDataFolder, query } from '../../../test/support/temporary-data-folder.ts'

vi.mock('node:fs/promises', { spy: true })

test('a large PostgreSQL log is rotated only once when two processes start at the same time', async () => {
  const folder = await makeTemporaryDataFolder()
  await (await folder.start()).release()
  const log = join(folder.path, 'postgresql.log')
  await truncate(log, 11 * 1024 * 1024)
  // Simulate another process that renames the log first.
  vi.mocked(rename).mockImplementationOnce(async (from, to) => {
    await rename(from, to)
    await rename(from, to)
  })

  expect(await query(await folder.start(), 'select 1')).toEqual([1])
  expect((await stat(`${log}.1`)).size).toBe(11 * 1024 * 1024)
  expect((await stat(log)).size).toBeLessThan(1024 * 1024)
})
