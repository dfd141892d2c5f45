import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { Bucket } from '../support/bucket.ts'
import { emptyDatabase, emptyStore, newInstallation, type Installation } from '../support/installation.ts'
import { createEmptyDatabase } from '../support/template-database.ts'
import { tocsinIn } from '../support/tocsin-process.ts'

const bucket = new Bucket()
const s3 = { bucket, url: await bucket.open() }
afterAll(() => bucket.close())

const advice =
  / Nothing was changed\. To use this database all the same, start the server once with --accept-this-database\. Stored files that it does not know are then removed, so copy them first\.$/

/**
 * Ways to damage an installation that was in use: what the next start finds, a function that does the damage, and the
 * message of the next start.
 */
const losses: [name: string, lose: (installation: Installation) => Promise<unknown>, sentence: RegExp][] = [
  [
    'an empty database',
    ({ database }) => emptyDatabase(database),
    /^The database of DATABASE_URL \(.+\) is empty, but the folder \/.+\/data\/media belongs to a database that was in use\. Check DATABASE_URL and DATA_DIR, or restore a backup of the database\./,
  ],
  [
    'the database of another installation',
    ({ database }) => sql`update installation set id = ${randomUUID()}`.execute(database),
    /^The database of DATABASE_URL \(.+\) belongs to another installation than the folder \/.+\/data\/media\. Check DATABASE_URL and DATA_DIR\./,
  ],
  [
    'an older dump of the database',
    ({ database }) => sql`update installation set starts = 0`.execute(database),
    /^The database of DATABASE_URL \(.+\) is older than the folder \/.+\/data\/media: the database has seen 0 starts of a server, and the files 1\. Restore a newer backup of the database\./,
  ],
  [
    'a dump from a version without a mark',
    async ({ database }) => {
      await sql`drop table installation`.execute(database)
      await sql`delete from kysely_migration where name = '0021-installation'`.execute(database)
    },
    /^The database of DATABASE_URL \(.+\) is older than the folder \/.+\/data\/media: the database has seen 0 starts/,
  ],
  [
    'a wiped media store',
    ({ environment }) => emptyStore(environment),
    /^The database of DATABASE_URL \(.+\) has files that are missing in the folder \/.+\/data\/media\. Check DATABASE_URL and DATA_DIR, or restore the files from a backup\./,
  ],
]

describe('a rejected start', () => {
  test.each(losses)('a server does not start and changes nothing if it finds %s', async (_, lose, sentence) => {
    const installation = await newInstallation()
    await installation.use()
    await lose(installation)
    const before = await installation.contents()
    const error = await installation.start().catch(String)
    expect(error).toMatch(new RegExp(sentence.source.replace('^', '^Error: ')))
    expect(error).toMatch(advice)
    expect(await installation.contents()).toEqual(before)
  })

  test.each([
    ['without the option', false],
    ['with --accept-this-database', true],
  ])(
    'a server does not start and changes nothing if the database has tables of another program, %s',
    async (_, acceptDatabase) => {
      const installation = await newInstallation()
      await emptyDatabase(installation.database)
      await sql`create table users (id integer)`.execute(installation.database)
      const before = await installation.contents()
      await expect(installation.start(acceptDatabase)).rejects.toThrow(
        /^The database of DATABASE_URL \(.+\) has tables of another program\. Nothing was changed\. Check DATABASE_URL: Tocsin needs a database of its own\.$/,
      )
      expect(await installation.contents()).toEqual(before)
    },
  )

  test.each([
    ['disk', undefined],
    ['s3', s3],
  ])(
    'a server does not start and changes nothing if the embedded PostgreSQL is missing but files are stored: %s',
    async (_, store) => {
      const installation = await newInstallation(store)
      await installation.use()
      const before = await installation.contents()
      await expect(installation.startEmbedded()).rejects.toThrow(
        /^The database of DATA_DIR=.+ is empty, but the (bucket files|folder .+) belongs to a database that was in use\./,
      )
      expect(await installation.contents()).toEqual(before)
    },
  )

  test('a server does not start and changes nothing if the database is empty and the bucket cannot be read', async () => {
    const installation = await newInstallation(s3)
    await emptyDatabase(installation.database)
    const before = await installation.contents()
    bucket.forbidden = /./
    await expect(installation.start().finally(() => (bucket.forbidden = undefined))).rejects.toThrow(
      /^The bucket files cannot be read: .+ It must be readable before a new database is made\. Check DATABASE_URL, DATA_DIR and S3_BUCKET\.$/,
    )
    expect(await installation.contents()).toEqual(before)
  })

  test('a server does not start if the schema needs a newer program, even with --accept-this-database', async () => {
    const installation = await newInstallation()
    await installation.start()
    await sql`update oldest_program set migration = '9999-from-the-future'`.execute(installation.database)
    const before = await installation.contents()
    await expect(installation.start(true)).rejects.toThrow(/^A newer version of Tocsin has upgraded this database/)
    expect(await installation.contents()).toEqual(before)
  })
})

test.each([['serve'], ['migrate'], ['organizations', 'create', 'Fairmark']])(
  '`tocsin %s` exits with 2 and prints one line if the database is empty but files are stored',
  async (...parameters) => {
    const installation = await newInstallation()
    await installation.use()
    await emptyDatabase(installation.database)
    const before = await installation.contents()
    const { DATABASE_URL, DATA_DIR } = installation.environment
    const outcome = await tocsinIn({ DATABASE_URL: DATABASE_URL!, DATA_DIR, PORT: '0' })(parameters)
    expect(outcome).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: The database of .+ is empty, but .+\n$/),
    })
    expect(await installation.contents()).toEqual(before)
  },
)

test('a command whose DATABASE_URL names an unknown database prints the name of that database', async () => {
  const installation = await newInstallation()
  const url = new URL(installation.environment.DATABASE_URL!)
  url.pathname = '/nowhere'
  const outcome = await tocsinIn({ DATABASE_URL: url.href, DATA_DIR: installation.environment.DATA_DIR })(['migrate'])
  expect(outcome).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: The database cannot be reached: database "nowhere" does not exist.\n',
  })
})

test.each([['migrate'], ['database', 'distribute']])(
  '`tocsin %s` changes nothing if MIGRATION_DATABASE_URL leads to another database than DATABASE_URL',
  async (...parameters) => {
    const other = await newInstallation()
    await emptyDatabase(other.database)
    const { url, drop } = await createEmptyDatabase()
    onTestFinished(drop)
    const { DATABASE_URL, DATA_DIR } = other.environment
    const before = await other.contents()
    const run = tocsinIn({ DATABASE_URL: url, MIGRATION_DATABASE_URL: DATABASE_URL!, DATA_DIR })
    expect(await run(parameters)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: MIGRATION_DATABASE_URL leads to another database than DATABASE_URL, .+\n$/,
      ),
    })
    expect(await other.contents()).toEqual(before)
  },
)

describe('--accept-this-database', () => {
  test.each(losses)(
    'a server starts once with --accept-this-database, and later without the option: %s',
    async (_, lose) => {
      const installation = await newInstallation()
      await installation.use()
      await lose(installation)
      await installation.start(true)
      await installation.start()
      expect(await installation.readMark()).toEqual(await installation.markInDatabase())
    },
  )
})
