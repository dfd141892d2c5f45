import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'

interface Chunk {
  file: string
  /** Keys of the chunks that the browser must load together with this chunk. */
  imports?: string[]
}

const maximumBytes = 300_000

test('the JavaScript of the incident list, the first page after sign-in, has a compressed size of at most 300 kB', async () => {
  const folder = inject('consoleFolder')
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const files = new Set<string>()
  const add = (key: string) => {
    const { file, imports = [] } = manifest[key]!
    if (files.has(file)) return
    files.add(file)
    imports.forEach(add)
  }
  add('index.html')
  add('src/incidents/list-page.tsx')
  const sizes = await Promise.all([...files].map(async (file) => gzipSync(await readFile(join(folder, file))).length))
  expect(files.size).toBeGreaterThan(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maximumBytes)
})
