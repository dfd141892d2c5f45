import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../dist')

const budgetsInBytes = { webhooks: 3_000, withoutRules: 15_000, withRules: 26_000 }

test('the client without the offline queue is at most 15 kB of compressed modules', async () => {
  expect(await sizeOf(['client.js'])).toBeLessThanOrEqual(budgetsInBytes.withoutRules)
})

test('the code that verifies webhooks is at most 3 kB of compressed modules', async () => {
  expect(await sizeOf(['webhooks.js'])).toBeLessThanOrEqual(budgetsInBytes.webhooks)
})

test.each(['stores/indexed-db.js', 'stores/file.js', 'stores/memory.js'])(
  'the client with the offline queue and %s is at most 26 kB of compressed modules',
  async (store) => {
    expect(await sizeOf(['client.js', 'offline.js', store])).toBeLessThanOrEqual(budgetsInBytes.withRules)
  },
)

/**
 * Returns the total size in bytes of modules and the modules that they import. Each module is compressed alone, as web
 * servers do.
 */
async function sizeOf(entries: string[]): Promise<number> {
  const modules = new Map<string, Buffer>()
  const load = async (path: string): Promise<void> => {
    if (modules.has(path)) return
    const text = await readFile(path, 'utf8')
    modules.set(path, gzipSync(text))
    for (const [, imported] of text.matchAll(/from "(\.[^"]+)"/g)) await load(join(path, '..', imported!))
  }
  for (const entry of entries) await load(join(folder, entry))
  return [...modules.values()].reduce((sum, { length }) => sum + length, 0)
}
