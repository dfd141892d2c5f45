import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnvironment } from '../../src/environment.ts'
import { findMark } from '../../src/installation/queries.ts'
import { startTestServer } from '../support/harness.ts'
import { openInstallation } from '../support/backup-places.ts'
import { addTenant, upload } from '../support/media.ts'
import { createEmptyDatabase } from '../support/template-database.ts'
import { makeTemporaryFolder, removeFolder } from '../support/temporary-folder.ts'
import { tocsinIn } from '../support/tocsin-process.ts'

const server = await startTestServer()
const { DATA_DIR, DATABASE_URL } = server.environment
const tocsin = tocsinIn({ DATABASE_URL: DATABASE_URL!, DATA_DIR })

let folder: string
let backup: string
const created: { drop(): Promise<void> }[] = []

beforeAll(async () => {
  folder = await makeTemporaryFolder('backup-commands')
  backup = join(folder, 'a.backup')
  await upload(server, await addTenant(server), 'contents', 'note.txt')
  await writeFile(join(folder, 'passphrase'), 'correct horse battery\n')
  const { code, stderr } = await tocsin(['backup', backup])
  if (code !== 0) throw new Error(stderr)
})
afterAll(async () => {
  for (const { drop } of created) await drop()
  await removeFolder(folder)
})

async function newDatabase() {
  const database = await createEmptyDatabase()
  created.push(database)
  return { DATABASE_URL: database.url, DATA_DIR: join(folder, `data-${created.length}`) }
}

const path = (name: string) => join(folder, name)

test('`backup` prints the numbers of rows and files, and leaves no temporary file', async () => {
  const outcome = await tocsin(['backup', path('b.backup')])
  expect(outcome.stdout).toMatch(/^Backed up \d+ rows and 1 file \(8 bytes\) to .*b\.backup \(\d+\.\d kB\)\.\n$/)
  expect((await stat(path('b.backup'))).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).filter((name) => name.startsWith('b.backup'))).toEqual(['b.backup'])
})

test('`backup` does not replace an existing file', async () => {
  await writeFile(path('notes.txt'), 'notes')
  const outcome = await tocsin(['backup', path('notes.txt')])
  expect(outcome).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: ${path('notes.txt')} exists already, and is not replaced.\n`,
  })
  expect(await readFile(path('notes.txt'), 'utf8')).toBe('notes')
})

test('`backup -` exits with 2 and explains that a backup cannot be written to standard output', async () => {
  expect(await tocsin(['backup', '-'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(
      "argument 'file'. Write the path of a file, not -, because standard output is not supported.",
    ),
  })
})

test('`backup` rejects a short passphrase', async () => {
  await writeFile(path('short'), 'secret\n')
  const outcome = await tocsin(['backup', path('c.backup'), '--passphrase-file', path('short')])
  expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('at least 12 characters') })
})

test('`verify` with a backup file prints the number of rows of each table and the origin of the backup', async () => {
  const outcome = await tocsin(['verify', backup], { environment: { DATABASE_URL: '', DATA_DIR: path('none') } })
  expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/^organizations +1$/m) })
  expect(outcome.stderr).toMatch(/a\.backup \(Tocsin 0\.1\.0, schema \d{4}-[a-z-]+, 20\S+Z\) has \d+ rows and 1 file /)
})

test('`restore` and `verify` accept an encrypted backup with its passphrase', async () => {
  const passphrase = ['--passphrase-file', path('passphrase')]
  const environment = await newDatabase()
  expect(await tocsin(['backup', path('e.backup'), ...passphrase])).toMatchObject({ code: 0 })
  expect(await tocsin(['verify', path('e.backup'), ...passphrase])).toMatchObject({ code: 0 })
  expect(await tocsin(['restore', path('e.backup'), ...passphrase], { environment })).toMatchObject({ code: 0 })
  expect((await tocsin(['verify'], { environment })).stdout).toBe((await tocsin(['verify'])).stdout)
})

test('`restore` stores the secret that signs download URLs in the data folder', async () => {
  const environment = await newDatabase()
  await tocsin(['restore', backup], { environment })
  const restored = await readFile(join(environment.DATA_DIR, 'signing-secret'), 'utf8')
  expect(restored).toBe(await readFile(join(DATA_DIR, 'signing-secret'), 'utf8'))
})

test('`restore` leaves out a table that is not a table of Tocsin, and prints its name', async () => {
  await server.database.pool.query('create table heartbeat as select 1 as beat')
  const environment = await newDatabase()
  expect(await tocsin(['backup', path('foreign.backup')])).toMatchObject({ code: 0 })
  await server.database.pool.query('drop table heartbeat')
  const outcome = await tocsin(['restore', path('foreign.backup')], { environment })
  expect(outcome).toMatchObject({ code: 0, stderr: expect.stringContaining('skipping the table heartbeat') })
  expect((await tocsin(['verify'], { environment })).stdout).toBe((await tocsin(['verify'])).stdout)
})

test('`restore` writes a new mark to the database and the media storage, even over the mark of another database', async () => {
  const environment = await newDatabase()
  const mark = join(environment.DATA_DIR, 'media', 'tocsin-installation.json')
  await mkdir(dirname(mark), { recursive: true })
  await writeFile(mark, JSON.stringify({ id: randomUUID(), starts: 7 }))
  expect(await tocsin(['restore', backup], { environment })).toMatchObject({ code: 0 })
  const restored = await openInstallation(readEnvironment(environment))
  expect(JSON.parse(await readFile(mark, 'utf8'))).toEqual(await findMark(restored.database))
  expect((await findMark(restored.database)).starts).toBe(8)

  const outcome = await tocsin(['migrate'], { environment: { ...environment, DATA_DIR } })
  expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('belongs to another installation than') })
})

test('`restore` rejects a truncated or altered backup file and makes no data folder', async () => {
  const bytes = await readFile(backup)
  await writeFile(path('cut.backup'), bytes)
  await truncate(path('cut.backup'), bytes.length - 1)
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(path('altered.backup'), bytes)
  const environment = { DATABASE_URL: '', DATA_DIR: path('never') }
  for (const [name, reason] of [
    ['cut.backup', 'is cut off'],
    ['altered.backup', 'was altered'],
    ['passphrase', 'is not a backup of Tocsin'],
  ] as const) {
    expect(await tocsin(['restore', path(name)], { environment })).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${path(name)} ${reason}.\n`,
    })
  }
  expect(await readdir(folder)).not.toContain('never')
})

test('`restore` rejects a database that already contains an organization, and changes nothing', async () => {
  const before = await tocsin(['verify'])
  const outcome = await tocsin(['restore', backup])
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('The database is not empty') })
  expect(await tocsin(['verify'])).toEqual(before)
})

test('`restore` rejects a backup with a newer schema, prints the name of this schema, and changes nothing', async () => {
  await server.database.pool.query(`insert into kysely_migration values ('9999-next', now())`)
  expect(await tocsin(['backup', path('newer.backup')])).toMatchObject({ code: 0 })
  await server.database.pool.query(`delete from kysely_migration where name = '9999-next'`)
  const environment = { DATABASE_URL: '', DATA_DIR: path('never') }
  const outcome = await tocsin(['restore', path('newer.backup')], { environment })
  expect(outcome.stderr).toContain('was made by Tocsin 0.1.0, whose schema 9999-next is newer than this version.')
  expect(outcome.code).toBe(1)
  expect(await readdir(folder)).not.toContain('never')
})

test('`restore` rejects a media storage with files and leaves the database empty', async () => {
  const environment = { ...(await newDatabase()), DATA_DIR }
  const outcome = await tocsin(['restore', backup], { environment })
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('The media storage is not empty') })
  expect(await tocsin(['verify'], { environment })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not have the schema of this version'),
  })
  expect(await tocsin(['verify'])).toMatchObject({ code: 0 })
})

test('`verify` and `backup` exit with 1 and name a file that the media storage lacks', async () => {
  const environment = await newDatabase()
  expect(await tocsin(['restore', backup], { environment })).toMatchObject({ code: 0 })
  await rm(join(environment.DATA_DIR, 'media'), { recursive: true })
  for (const parameters of [['verify'], ['backup', path('incomplete.backup')], ['verify', path('incomplete.backup')]]) {
    const outcome = await tocsin(parameters, { environment })
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/incomplete: 1 file missing, such as \S+\/\S+\.$/m),
    })
  }
})
