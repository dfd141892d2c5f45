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

test('stores one generated secret, which all servers return even if they start at the same time', async () => {
  const DATA_DIR = join(folder, 'data')
  const secrets = await Promise.all(Array.from({ length: 10 }, () => signingSecret({ DATA_DIR })))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(await signingSecret({ DATA_DIR })).toBe(secrets[0])
  expect(await readdir(DATA_DIR)).toEqual(['signing-secret'])
  expect((await stat(join(DATA_DIR, 'signing-secret'))).mode & 0o777).toBe(0o600)
})

test('returns the secret from SIGNING_SECRET and writes nothing to disk', async () => {
  expect(await signingSecret({ DATA_DIR: folder, SIGNING_SECRET: 'of the operator' })).toBe('of the operator')
  expect(await readdir(folder)).toEqual([])
})

test('throws an error if the stored secret is damaged, that is, too short', async () => {
  await writeFile(join(folder, 'signing-secret'), 'abc')
  await expect(signingSecret({ DATA_DIR: folder })).rejects.toThrow(/damaged/)
})
