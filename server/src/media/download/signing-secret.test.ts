import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signingSecret } from './signing-secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('generates one lasting secret for servers that start together', async () => {
  const DATA_DIR = join(folder, 'data')
  const secrets = await Promise.all(Array.from({ length: 10 }, () => signingSecret({ DATA_DIR })))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(await signingSecret({ DATA_DIR })).toBe(secrets[0])
  expect(await readdir(DATA_DIR)).toEqual(['signing-secret'])
  expect((await stat(join(DATA_DIR, 'signing-secret'))).mode & 0o777).toBe(0o600)
})

test("uses the operator's secret without writing it to disk", async () => {
  expect(await signingSecret({ DATA_DIR: folder, SIGNING_SECRET: 'of the operator' })).toBe('of the operator')
  expect(await readdir(folder)).toEqual([])
})

test('throws for a damaged secret instead of signing with it', async () => {
  await writeFile(join(folder, 'signing-secret'), 'abc')
  await expect(signingSecret({ DATA_DIR: folder })).rejects.toThrow(/damaged/)
})
