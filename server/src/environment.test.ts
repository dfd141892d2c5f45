import { afterEach, expect, test, vi } from 'vitest'
import { Environment, readApiAccess, readEnvironment } from './environment.ts'
import { WrongSettings } from './wrong-settings.ts'

afterEach(() => void vi.unstubAllEnvs())

function accessWith(url: string, key: string) {
  vi.stubEnv('TOCSIN_URL', url)
  vi.stubEnv('TOCSIN_API_KEY', key)
  return readApiAccess()
}

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/v1'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/api/v1'],
  ['http://127.0.0.1:8080/api/v1', 'http://127.0.0.1:8080/api/v1'],
  ['https://example.com/tocsin/api/v1/', 'https://example.com/tocsin/api/v1'],
])('reads TOCSIN_URL=%s as the base URL %s of the API', (url, baseUrl) => {
  expect(accessWith(url, 'tocsin_1_2')).toEqual({ baseUrl, apiKey: 'tocsin_1_2' })
})

test.each([
  ['', 'secret', /^Set TOCSIN_URL to [^&]*$/],
  ['http://127.0.0.1:8080', '', /^Set TOCSIN_API_KEY to /],
  ['', '', /^Set TOCSIN_URL to .*, and TOCSIN_API_KEY to /],
  ['example.com', 'secret', /^TOCSIN_URL must be the address/],
  ['ftp://example.com', 'secret', /^TOCSIN_URL must be the address/],
  ['http://user:secret@example.com', 'secret', /^TOCSIN_URL must be the address/],
  ['http://:secret@example.com', 'key', /^TOCSIN_URL must be the address/],
  ['http://example.com/api/v1?key=secret', 'key', /^TOCSIN_URL must be the address/],
  ['http://example.com/api/v1?', 'secret', /^TOCSIN_URL must be the address/],
  ['http://example.com/api/v1#', 'secret', /^TOCSIN_URL must be the address/],
  ['http://example.com/api/v1\n', 'secret', /^TOCSIN_URL must be the address/],
  ['http://127.0.0.1:8080', 'secret key', /^TOCSIN_API_KEY is not a valid key/],
  ['http://127.0.0.1:8080', 'secret\nkey', /^TOCSIN_API_KEY is not a valid key/],
])('rejects TOCSIN_URL=%j with TOCSIN_API_KEY=%j, without a secret in the message', (url, key, message) => {
  expect(() => accessWith(url, key)).toThrow(WrongSettings)
  expect(() => accessWith(url, key)).toThrow(message)
  expect(() => accessWith(url, key)).not.toThrow('secret')
})

test('one error message names all invalid settings, without their values', () => {
  vi.stubEnv('PORT', 'abc')
  vi.stubEnv('MEDIA_STORAGE', 's3')
  vi.stubEnv('S3_BUCKET', '')
  vi.stubEnv('S3_ENDPOINT', 'minio:9000')
  vi.stubEnv('S3_ACCESS_KEY_ID', 'secret')
  vi.stubEnv('DATABASE_URL', 'secret')
  expect(() => readEnvironment()).toThrow(WrongSettings)
  expect(() => readEnvironment()).toThrow(
    /^Wrong settings: (PORT|S3_ENDPOINT) .*, (PORT|S3_ENDPOINT) .*, MEDIA_STORAGE=s3 needs S3_BUCKET, S3_ACCESS_KEY_ID and .*, DATABASE_URL must be the address of a /,
  )
  expect(() => readEnvironment()).not.toThrow('secret')
})

test.each([
  ['PUBLIC_URL', 'https://example.com/tocsin', 'an address such as https://incidents.example.com, without a path'],
  ['PUBLIC_URL', 'https://my host', 'an address such as https://incidents.example.com, without a path'],
  ['PUBLIC_URL', 'https://example.com\n', 'an address such as https://incidents.example.com, without a path'],
  ['PUBLIC_URL', 'https://example.com:99999', 'an address such as https://incidents.example.com, without a path'],
  ['PUBLIC_URL', 'https://user:secret@example.com', 'an address such as https://incidents.example.com, without a path'],
  ['S3_ENDPOINT', 'minio:9000', 'an address such as https://s3.example.com'],
  ['S3_ENDPOINT', 'https://my host', 'an address such as https://s3.example.com'],
  ['METRICS_TOKEN', 'a token with several words', 'at least 16 ASCII characters without spaces'],
  ['METRICS_TOKEN', 'xxxxxxxxxxxxxxxxxxxx\n', 'at least 16 ASCII characters without spaces'],
  ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent'],
])('rejects the setting %s=%s with a message that describes the allowed values', (name, value, demand) => {
  vi.stubEnv(name, value)
  expect(() => readEnvironment()).toThrow(`Wrong settings: ${name} must be ${demand}.`)
})

test('rejects every setting that consists of white space, and ignores every empty setting', () => {
  const names = Object.keys(Environment.properties)
  for (const name of names) {
    vi.stubEnv(name, ' \t')
    expect(() => readEnvironment()).toThrow(`Wrong settings: ${name} must not be blank.`)
    vi.stubEnv(name, '')
    expect(readEnvironment().PORT).toBe(8080)
  }
})

test.each([
  'postgres://tocsin@db.example.com/tocsin',
  'postgresql://db/tocsin',
  'socket:///run/postgresql?db=tocsin',
  '/run/postgresql tocsin',
  'postgres://tocsin@one:5432,two:5432/tocsin?target_session_attrs=read-write',
  'postgres://tocsin@db/tocsin?sslmode=verify-full&sslrootcert=/missing.pem',
])('the setting DATABASE_URL=%s is valid', (address) => {
  vi.stubEnv('DATABASE_URL', address)
  expect(readEnvironment().DATABASE_URL).toBe(address)
})

test.each([
  'postgres://tocsin:pa#ss@db.example.com/tocsin',
  'postgres://tocsin:p@ss#word@db.example.com/tocsin',
  'tocsin',
])('rejects DATABASE_URL=%s without repeating the URL in the message', (address) => {
  vi.stubEnv('DATABASE_URL', address)
  expect(() => readEnvironment()).toThrow(
    'Wrong settings: DATABASE_URL must be the address of a PostgreSQL database, such as postgres://user@host/name or ' +
      'postgres://user@one:5432,two:5432/name, with special characters percent-encoded.',
  )
})

test('rejects a MIGRATION_DATABASE_URL that is not a URL, or that is set without DATABASE_URL', () => {
  const MIGRATION_DATABASE_URL = 'secret'
  expect(() => readEnvironment({ MIGRATION_DATABASE_URL })).toThrow(
    /^Wrong settings: MIGRATION_DATABASE_URL must be the address of a [^]*, MIGRATION_DATABASE_URL needs DATABASE_URL\.$/,
  )
})

test('PUBLIC_URL is read without a slash at its end, with scheme and host in lower case', () => {
  for (const PUBLIC_URL of ['https://example.com', 'https://example.com/', 'HTTPS://Example.com']) {
    expect(readEnvironment({ PUBLIC_URL }).PUBLIC_URL).toBe('https://example.com')
  }
})
