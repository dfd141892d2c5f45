import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { makeTemporaryFolder, removeFolder } from '../test/support/temporary-folder.ts'
import { readApiAccess, readEnvironment, readWebhookSecret } from './environment.ts'
import { integratorSecrets, serverSecrets } from './secret-files.ts'

const folder = await makeTemporaryFolder('secrets')
afterAll(() => removeFolder(folder))
afterEach(() => void vi.unstubAllEnvs())

function stubFile(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  vi.stubEnv(`${name}_FILE`, path)
  return path
}

const secrets = {
  DATABASE_URL: 'postgres://tocsin:a%20b@db.example.com/tocsin',
  MIGRATION_DATABASE_URL: 'postgres://owner:c%20d@db.example.com/tocsin',
  SIGNING_SECRET: 'x'.repeat(32),
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: ' leading space',
  METRICS_TOKEN: 'a-token-of-24-characters',
}

test.each(['', '\n', '\r\n'])('reads every secret of a server from a file whose content ends with %j', (end) => {
  for (const [name, secret] of Object.entries(secrets)) stubFile(name, secret + end)
  expect(Object.keys(secrets)).toEqual(serverSecrets)
  expect(readEnvironment()).toMatchObject(secrets)
})

test('reads the API key and the webhook secret of integrators from files', () => {
  vi.stubEnv('TOCSIN_URL', 'http://127.0.0.1:8080')
  stubFile('TOCSIN_API_KEY', 'tocsin_1_2\n')
  stubFile('TOCSIN_WEBHOOK_SECRET', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n')
  expect(integratorSecrets).toHaveLength(2)
  expect(readApiAccess().apiKey).toBe('tocsin_1_2')
  expect(readWebhookSecret()).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
})

test('rejects a secret that is set both directly and by a file, and does not repeat the secret in the message', () => {
  stubFile('METRICS_TOKEN', secrets.METRICS_TOKEN)
  vi.stubEnv('METRICS_TOKEN', secrets.METRICS_TOKEN)
  expect(() => readEnvironment()).toThrow('Set either METRICS_TOKEN or METRICS_TOKEN_FILE, not both.')
})

test('rejects a missing or empty secret file, and names the setting', () => {
  vi.stubEnv('SIGNING_SECRET_FILE', join(folder, 'missing'))
  expect(() => readEnvironment()).toThrow(/^The file that SIGNING_SECRET_FILE names cannot be read \(ENOENT\)\.$/)
  stubFile('SIGNING_SECRET', '\n')
  expect(() => readEnvironment()).toThrow('The file that SIGNING_SECRET_FILE names is empty.')
})
