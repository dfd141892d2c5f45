import { describe, expect, test } from 'vitest'
import { databaseUrlViolation, parseDatabaseUrl } from './database-url.ts'

describe('hosts of a connection URL', () => {
  test.each([
    ['postgres://db/tocsin', [{ host: 'db' }]],
    ['postgres://db:5433/tocsin', [{ host: 'db', port: 5433 }]],
    ['postgres:///tocsin', [{}]],
    ['postgres://@/tocsin?host=%2Frun%2Fpostgresql', [{ host: '/run/postgresql' }]],
    [
      'postgres://u:p@one:5432,two:5433/tocsin',
      [
        { host: 'one', port: 5432 },
        { host: 'two', port: 5433 },
      ],
    ],
    [
      'postgresql://one,two:5433,10.0.0.3/tocsin?sslmode=disable',
      [{ host: 'one' }, { host: 'two', port: 5433 }, { host: '10.0.0.3' }],
    ],
    ['postgres://u@[::1]:5432,[fe80::2]/tocsin', [{ host: '::1', port: 5432 }, { host: 'fe80::2' }]],
    ['postgres://u@%2Frun%2Fone,%2Frun%2Ftwo/tocsin', [{ host: '/run/one' }, { host: '/run/two' }]],
    [
      'postgres://u@/tocsin?host=one,two&port=5432,5433',
      [
        { host: 'one', port: 5432 },
        { host: 'two', port: 5433 },
      ],
    ],
    [
      'postgres://u@/tocsin?host=one,two&port=5433',
      [
        { host: 'one', port: 5433 },
        { host: 'two', port: 5433 },
      ],
    ],
    [
      'postgres://u@one:1,two:2/tocsin?port=5433',
      [
        { host: 'one', port: 5433 },
        { host: 'two', port: 5433 },
      ],
    ],
  ])('parseDatabaseUrl reads the hosts of the connection URL %s', (url, hosts) => {
    expect(databaseUrlViolation(url)).toBeUndefined()
    expect(parseDatabaseUrl(url).hosts).toEqual(hosts)
  })

  test.each([
    ['postgres://db/tocsin', false],
    ['postgres://db/tocsin?target_session_attrs=primary', true],
    ['postgres://one,two/tocsin', true],
    ['postgres://one,two/tocsin?target_session_attrs=read-write', true],
  ])('for the connection URL %s, `needsPrimary` is %s', (url, needsPrimary) => {
    expect(parseDatabaseUrl(url).needsPrimary).toBe(needsPrimary)
  })
})

test('parseDatabaseUrl reads user, password, database and options in the same way with several hosts as with one', () => {
  const rest = '/tocsin?sslmode=no-verify&application_name=night&options=-c%20jit%3Don'
  const { config } = parseDatabaseUrl(`postgres://ann:s%40fe@one:5432,two:5433${rest}`)
  expect(config).toEqual(parseDatabaseUrl(`postgres://ann:s%40fe@one:5432${rest}`).config)
  expect(config).toMatchObject({
    user: 'ann',
    password: 's@fe',
    database: 'tocsin',
    application_name: 'night',
    options: '-c jit=on',
    ssl: { rejectUnauthorized: false },
  })
  expect(config).not.toHaveProperty('host')
})

test.each(['postgres://ann:s,afe@one/tocsin', 'postgres://ann:s,afe@one,two/tocsin'])(
  'parseDatabaseUrl reads the password in the connection URL %s',
  (url) => {
    expect(databaseUrlViolation(url)).toBeUndefined()
    const { config, hosts } = parseDatabaseUrl(url)
    expect(config).toMatchObject({ user: 'ann', password: 's,afe' })
    expect(hosts[0]).toEqual({ host: 'one' })
  },
)

test.each([
  ['postgres://one,/tocsin', /^must be the address/],
  ['postgres://one:5432,two:x/tocsin', /^must be the address/],
  ['postgres://one:5432,two:70000/tocsin', /^must be the address/],
  ['postgres://u@/tocsin?host=one,two,three&port=5432,5433', /^must be the address/],
  ['postgres://u@/tocsin?host=one,two&port=1,2,3', /^must be the address/],
  ['postgres://u:1?secret@db/tocsin', /^must be the address/],
  ['postgres://u:se#cret@one,two/tocsin', /^must be the address/],
  [
    'postgres://db/tocsin?connect_timeout=5&sslmode=disable&load_balance_hosts=random',
    /^has options that have no effect here: connect_timeout, load_balance_hosts; remove them$/,
  ],
  ['postgres://one,two/tocsin?target_session_attrs=any', /^must have target_session_attrs=read-write or primary/],
  ['postgres://db/tocsin?target_session_attrs=standby', /^must have target_session_attrs=read-write or primary/],
])(
  'databaseUrlViolation rejects the connection URL %s with a message that does not repeat the password',
  (url, message) => {
    expect(databaseUrlViolation(url)).toMatch(message)
    expect(databaseUrlViolation(url)).not.toMatch(/secret|cret/)
  },
)
