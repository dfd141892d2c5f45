import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { revisionAgeMaximumDays } from '@tocsin/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiCallerOf } from './support/caller.ts'
import { newIncident, tryCreation } from './support/harness.ts'
import { consoleCallerOf, signIn } from './support/console.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'
import { until } from './support/until.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { readLines, tocsinIn, type Outcome, type RunTocsin } from './support/tocsin-process.ts'

/** Temporary folder of these tests. Its subfolder `data` is the data folder that the server and the commands share. */
let folder: string
let created: Outcome
let server: ServerProcess
let tocsin: RunTocsin

beforeAll(async () => {
  folder = await makeTemporaryFolder('cli')
  tocsin = tocsinIn({ DATA_DIR: join(folder, 'data') })
  created = await tocsin(['organizations', 'create', 'Fairmark'])
  server = await startServer({ DATA_DIR: join(folder, 'data') })
})

afterAll(async () => {
  await server.end('SIGTERM')
  await removeFolder(folder)
})

/** Runs a command and checks that the command exits with 0. */
async function done(parameters: string[], options?: Parameters<RunTocsin>[1]): Promise<Outcome> {
  const outcome = await tocsin(parameters, options)
  if (outcome.code !== 0)
    throw new Error(`tocsin ${parameters.join(' ')} ended with ${outcome.code}: ${outcome.stderr}`)
  return outcome
}

const idIn = ({ stdout }: Outcome): string => stdout.trim()

describe('a fresh data folder', () => {
  test('`organizations create` creates the database, reports the migrations and prints only the id of the organization on standard output', () => {
    expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining('migrated: 0001-organizations') })
    expect(created.stdout).toMatch(/^[0-9a-f-]{36}\n$/)
  })

  test('commands other than `organizations create` reject a data folder without a database and create nothing there', async () => {
    const empty = { DATA_DIR: join(folder, 'mistaken') }
    for (const parameters of [
      ['keys', 'list'],
      ['organizations', 'list'],
      ['configuration', 'show'],
    ]) {
      const outcome = await tocsin(parameters, { environment: empty })
      expect(outcome).toMatchObject({ code: 1, stdout: '' })
      expect(outcome.stderr).toContain(`There is no database in ${empty.DATA_DIR}`)
    }
    await expect(readFile(join(empty.DATA_DIR, 'postgresql.password'))).rejects.toThrow('ENOENT')
  })
})

test.each([
  [['--unknown']],
  [['unknown']],
  [['keys']],
  [['keys', 'issue']],
  [['keys', 'issue', '--name', ' ']],
  [['keys', 'issue', '--name', 'a', '--scope', 'admin']],
  [['keys', 'issue', '--name', 'a', '--expires', '2020-01-01T00:00:00Z']],
  [['keys', 'revoke', 'no-uuid']],
  [['keys', 'rotate', randomUUID(), '--overlap', 'soon']],
  [['organizations', 'create', 'A', '--template', 'zoo']],
  [['serve', '--port', '65536']],
  [['configuration', 'diff', '1', '0']],
  [['configuration', 'accept-revisions-for', '-1']],
  [['configuration', 'accept-revisions-for', String(revisionAgeMaximumDays + 1)]],
  [['comments', 'add', '--incident', randomUUID(), '--user', 'maren@example.com']],
  [['users', 'add', '--name', 'Maren', '--email', 'nowhere', '--no-password']],
  [['organizations', 'list', 'surplus']],
])(
  'the invalid command line %j exits with 2, prints a message on standard error and nothing on standard output',
  async (parameters) => {
    const { code, stdout, stderr } = await tocsin(parameters)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).not.toBe('')
    expect(stderr).not.toContain('    at ')
  },
)

test('`keys issue` accepts scopes separated by commas and explains an invalid scope', async () => {
  for (const scopes of [['read,write'], ['read', 'write'], ['write,read', 'read']]) {
    const { stdout } = await done(['keys', 'issue', '--name', 'Both', '--json', '--scope', ...scopes])
    expect(JSON.parse(stdout)).toMatchObject({ scopes: ['read', 'write'] })
  }
  const { code, stderr } = await tocsin(['keys', 'issue', '--name', 'a', '--scope', 'read,admin'])
  expect(code).toBe(2)
  expect(stderr).toContain('"admin" is not a scope. Write read, write or webhooks, or several separated by commas.')
})

test('the error for an unknown organization names the database and the organizations in it', async () => {
  const { code, stderr } = await tocsin(['keys', 'list', '--organization', 'Elsewhere'])
  expect(code).toBe(1)
  expect(stderr).toContain(`The database of DATA_DIR=${join(folder, 'data')} has no organization "Elsewhere"; it has:`)
})

test('the error names DATA_DIR if DATA_DIR is a file instead of a folder', async () => {
  const DATA_DIR = join(folder, 'file')
  await writeFile(DATA_DIR, '')
  const { code, stderr } = await tocsin(['migrate'], { environment: { DATA_DIR } })
  expect(code).toBe(1)
  expect(stderr).toContain(`DATA_DIR is ${DATA_DIR}: run as the user who owns it, or set DATA_DIR to another folder.`)
})

test('`serve` with invalid settings exits with 2 and names all invalid settings without their values', async () => {
  const environment = { PORT: 'secret-1', LOG_LEVEL: 'secret-2' }
  const { code, stderr } = await tocsin(['serve'], { environment })
  expect(code).toBe(2)
  expect(stderr).toMatch(/PORT.*LOG_LEVEL/)
  expect(stderr).not.toContain('secret')
})

test('commands with --help, and the command `help`, print help to standard output and exit with 0', async () => {
  for (const parameters of [['--help'], ['help', 'keys'], ['keys', 'issue', '--help']]) {
    const { code, stdout, stderr } = await tocsin(parameters)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Usage: tocsin')
  }
})

test('the help of `comments add` explains that --organization is used only together with --user', async () => {
  const { stdout } = await tocsin(['comments', 'add', '--help'])
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('organization of the user, with --user; optional while')
})

describe('failing commands', () => {
  test('a failing command exits with 1 and prints one sentence, and prints the stack only with LOG_LEVEL=debug', async () => {
    const parameters = ['configuration', 'show', '99']
    expect(await tocsin(parameters)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: The organization has no revision 99.\n',
    })
    const { stderr } = await tocsin(parameters, { environment: { LOG_LEVEL: 'debug' } })
    expect(stderr).toContain('    at ')
  })

  test('`serve` with a HOST that is not a host name or IP address prints an error that names HOST', async () => {
    const { code, stderr } = await tocsin(['serve', '--port', '0', '--host', 'no such host'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: HOST is not the name of an address: .*\.\n$/)
  })

  test('the error for an unreachable database says that the database cannot be reached', async () => {
    const environment = { DATABASE_URL: 'postgres://tocsin:hidden@127.0.0.1:1/tocsin' }
    const { code, stderr } = await tocsin(['organizations', 'list'], { environment })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n',
    })
  })
})

describe('API keys', () => {
  test.each([
    ['read,write', 'curl http://127.0.0.1:8080/api/v1/incidents -H'],
    ['write', 'curl -X POST http://127.0.0.1:8080/api/v1/incidents -H'],
    ['webhooks', 'curl http://127.0.0.1:8080/api/v1/webhook-endpoints -H'],
  ])('`keys issue --scope %s` prints a curl command that works with the key', async (scope, curl) => {
    expect((await done(['keys', 'issue', '--name', 'Tried', '--scope', scope])).stderr).toContain(curl)
  })

  test('commands can issue, rotate and revoke API keys while the server runs, and the server applies the changes', async () => {
    const issued = await done(['keys', 'issue', '--name', 'Gateway'])
    const key = idIn(issued)
    expect(key).toMatch(/^tocsin_[0-9a-f]{32}_[0-9a-f]{64}$/)
    // Only standard output may contain the API key.
    expect(issued.stderr).not.toContain(key)
    const call = apiCallerOf(server.url, key)
    expect((await tryCreation(call)).status).toBe(201)

    const id = key.split('_')[1]!
    const rotated = await done(['keys', 'rotate', toUuid(id), '--overlap', '1h', '--json'])
    const successor = JSON.parse(rotated.stdout) as { key: string; id: string; replaces: { id: string } }
    expect(successor.replaces.id).toBe(toUuid(id))
    expect((await apiCallerOf(server.url, successor.key)('GET', '/incidents')).status).toBe(200)
    expect((await call('GET', '/incidents')).status).toBe(200)

    expect((await done(['keys', 'revoke', toUuid(id)])).stderr).toContain('is revoked')
    await until('the old key is rejected', async () => (await call('GET', '/incidents')).status === 401, 1_000)
    expect((await done(['keys', 'revoke', toUuid(id)])).stderr).toContain('was already revoked')

    const { stdout } = await done(['keys', 'list', '--json'])
    const keys = readLines<{ id: string; revokedAt: string | null; lastUsedAt: string | null }>(stdout)
    expect(keys.find((one) => one.id === toUuid(id))).toMatchObject({
      name: 'Gateway',
      state: 'revoked',
      scopes: ['read', 'write'],
      successorId: successor.id,
      revokedAt: expect.any(String),
      lastUsedAt: expect.any(String),
    })
    expect(stdout).not.toContain(key.split('_')[2])
  })

  test('`keys issue` issues read-only API keys that expire', async () => {
    const { stdout } = await done([
      'keys',
      'issue',
      '--name',
      'Reports',
      '--scope',
      'read',
      '--expires',
      '90d',
      '--json',
    ])
    const issued = JSON.parse(stdout) as { key: string; scopes: string[]; expiresAt: string }
    expect(issued.scopes).toEqual(['read'])
    expect(Math.round((Date.parse(issued.expiresAt) - Date.now()) / 86_400_000)).toBe(90)
    const call = apiCallerOf(server.url, issued.key)
    expect((await call('GET', '/incidents')).status).toBe(200)
    expect((await tryCreation(call)).status).toBe(401)
  })

  test('`keys list` prints API keys as a table with aligned columns', async () => {
    await done(['keys', 'issue', '--name', 'Table'])
    const [head, ...rows] = (await done(['keys', 'list'])).stdout.trimEnd().split('\n')
    const nameAt = head!.indexOf('NAME')
    expect(rows.find((row) => row.slice(nameAt).startsWith('Table '))).toContain('active')
  })
})

const toUuid = (hexadecimal: string): string =>
  hexadecimal.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

describe('passwords', () => {
  const add = ['users', 'add', '--name', 'Maren Holt', '--json']

  test('`users add` reads the password from standard input, not from an argument, and does not print it', async () => {
    const { stdout, stderr } = await done([...add, '--email', 'maren@example.com'], { input: 'a long password\n' })
    expect(JSON.parse(stdout)).toMatchObject({ name: 'Maren Holt', email: 'maren@example.com', role: 'member' })
    expect(stdout + stderr).not.toContain('a long password')

    const argument = await tocsin([...add, '--email', 'other@example.com', '--password', 'a long password'])
    expect(argument.code).toBe(2)
  })

  test('`users add` adds no user without a password, or with a password that is too short or has several lines', async () => {
    for (const input of ['', 'short\n', 'a long password\n\n', 'a long password\na comment\n']) {
      expect((await tocsin([...add, '--email', 'short@example.com'], { input })).code).toBe(2)
    }
    await done([...add, '--email', 'short@example.com', '--no-password'])
  })

  test('`users set-password` replaces the password and ends the sessions of the user', async () => {
    const email = 'signs-in@example.com'
    const user = await done([...add, '--email', email], { input: 'a long password\n' })
    const { id } = JSON.parse(user.stdout) as { id: string }
    expect(readLines((await done(['users', 'list', '--json'])).stdout)).toContainEqual({
      id,
      name: 'Maren Holt',
      email,
      role: 'member',
      kind: 'staff',
      archived: false,
    })
    const { cookie } = await signIn(server.url, email, 'a long password')
    const setPassword = ['users', 'set-password', id]
    expect((await tocsin(setPassword, { input: 'short\n' })).code).toBe(2)
    const { stdout, stderr } = await done(setPassword, { input: 'a better password\n' })
    expect(stdout + stderr).not.toContain('a better password')
    await until(
      'the session is refused',
      async () => (await consoleCallerOf(server.url, { cookie })('GET', '/session')).status === 401,
      1_000,
    )
    await expect(signIn(server.url, email, 'a long password')).rejects.toThrow('sign_in_failed')
    expect((await signIn(server.url, email, 'a better password')).session.user.id).toBe(id)
    expect(await tocsin(['users', 'set-password', randomUUID()], { input: 'a better password\n' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no user'),
    })
  })
})

test('the commands for locations and points can add, list and archive them', async () => {
  const location = idIn(await done(['locations', 'add', 'Harbour Street', '--external-id', 'STORE-01']))
  const point = idIn(await done(['points', 'add', 'Freezer 3', '--location', location]))
  expect(readLines((await done(['points', 'list', '--location', location, '--json'])).stdout)).toEqual([
    { id: point, locationId: location, name: 'Freezer 3', archived: false },
  ])
  await done(['points', 'archive', point])
  await done(['locations', 'archive', location])
  expect(readLines((await done(['locations', 'list', '--json'])).stdout)).toEqual([
    { id: location, name: 'Harbour Street', externalId: 'STORE-01', archived: true },
  ])
  expect(await tocsin(['points', 'add', 'Nowhere', '--location', randomUUID()])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('/locationId'),
  })
})

describe('the creation configuration', () => {
  test('`configuration publish` accepts the output of `configuration show`, and `configuration diff` lists the changes between two revisions', async () => {
    const shown = JSON.parse((await done(['configuration', 'show'])).stdout) as CreationConfiguration
    const typeId = randomUUID()
    const draft = {
      ...shown,
      types: [{ id: typeId, name: 'Flood', active: true, profileId: null }],
      profiles: [{ ...shown.profiles[0]!, fields: { name: { rule: 'required' }, tags: { rule: 'hidden' } } }],
    }
    const input = JSON.stringify(draft)
    const published = await done(['configuration', 'publish', '-', '--json'], { input })
    expect(JSON.parse(published.stdout)).toEqual({ revision: shown.revision + 1 })

    const [from, to] = [String(shown.revision), String(shown.revision + 1)]
    expect((await done(['configuration', 'diff', from, to])).stdout).toBe(
      ['+ type "Flood"', '~ profile "Standard"', '    tags: nothing → hidden', ''].join('\n'),
    )
    const changes = JSON.parse((await done(['configuration', 'diff', from, '--json'])).stdout) as object
    expect(changes).toMatchObject({
      from: shown.revision,
      to: shown.revision + 1,
      types: { added: [{ id: typeId, name: 'Flood' }], removed: [], changed: [] },
    })

    const again = await done(['configuration', 'publish', '-'], {
      input: (await done(['configuration', 'show'])).stdout,
    })
    expect(again).toMatchObject({ stdout: `${to}\n`, stderr: expect.stringContaining('Nothing was published') })
    const unchanged = await done(['configuration', 'diff', to, to])
    expect(unchanged).toMatchObject({ stdout: '', stderr: expect.stringContaining('are the same') })
  })

  test('`configuration publish` reports every violation of a malformed document with a pointer to its position', async () => {
    const file = join(folder, 'broken.json')
    await writeFile(file, JSON.stringify({ types: [{ id: 'x', name: '' }], categories: [], profiles: [], extra: '\0' }))
    const { code, stdout, stderr } = await tocsin(['configuration', 'publish', file])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const places = stderr.split('\n').map((line) => line.split(':')[0]!.trim())
    for (const place of [
      '/types/0/id',
      '/types/0/active',
      '/types/0/name',
      '/profiles',
      '/defaultProfileId',
      '/extra',
    ]) {
      expect(places).toContain(place)
    }
  })

  test('`configuration publish` reports a reference to a missing profile with a pointer to its position', async () => {
    const unknown = randomUUID()
    const draft = {
      types: [],
      categories: [],
      profiles: [{ id: randomUUID(), name: 'P', fields: {} }],
      defaultProfileId: unknown,
    }
    const { code, stderr } = await tocsin(['configuration', 'publish', '-'], { input: JSON.stringify(draft) })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(`  /defaultProfileId: .*${unknown}`) })
  })

  test('`configuration publish` reports in one sentence that a document is not JSON', async () => {
    const { code, stderr } = await tocsin(['configuration', 'publish', '-'], { input: '{"types": [' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: The document cannot be read as JSON: .*\n$/)
  })

  test('`configuration accept-revisions-for` sets the number of days for which replaced revisions are accepted', async () => {
    expect((await done(['configuration', 'accept-revisions-for', '30'])).stderr).toContain('30 days')
    expect((await done(['configuration', 'accept-revisions-for', 'ever'])).stderr).toContain('for ever')
    const { code, stderr } = await tocsin(['configuration', 'accept-revisions-for', 'always'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('from 0 to 36500, or ever.') })
  })
})

describe('`comments add --user`', () => {
  test('`comments add --user` adds a comment with all its files, or nothing if a file cannot be stored', async () => {
    const key = idIn(await done(['keys', 'issue', '--name', 'Comments']))
    const call = apiCallerOf(server.url, key)
    const incident = await newIncident(call)
    await done(['users', 'add', '--name', 'Aylin Demir', '--email', 'aylin@example.com', '--no-password'])
    const [first, second] = [join(folder, 'first.txt'), join(folder, 'second.txt')]
    await writeFile(first, 'one')
    await writeFile(second, 'two')

    const add = ['comments', 'add', '--incident', incident.id, '--message', 'Seal replaced', '--file', first]
    const { stdout } = await done([...add, '--user', 'AYLIN@example.com', '--file', second, '--json'])
    const comment = JSON.parse(stdout) as Comment
    expect(comment).toMatchObject({ relatedEntityId: incident.id, message: 'Seal replaced' })
    expect(comment.mediaIds).toHaveLength(2)

    const large = join(folder, 'large.txt')
    await writeFile(large, Buffer.alloc(1024 * 1024 + 1))
    const author = ['--user', 'aylin@example.com']
    const missing = await tocsin([...add, ...author, '--file', join(folder, 'none')])
    expect(missing).toMatchObject({ code: 1, stderr: `error: ${join(folder, 'none')} does not exist.\n` })
    const tooLarge = await tocsin([...add, ...author, '--file', large], { environment: { MEDIA_MAX_MIB: '1' } })
    expect(tooLarge).toMatchObject({ code: 1, stderr: 'error: The file is larger than 1 MiB.\n' })
    expect(await tocsin([...add, '--user', 'nobody@example.com'])).toMatchObject({ code: 1, stdout: '' })

    const path = `/comments/by-entity-type/incident?relatedEntityId=${incident.id}`
    expect((await call('GET', path)).body).toMatchObject({ data: [comment] })
    const folderOfFiles = join(folder, 'data', 'media')
    await rename(folderOfFiles, `${folderOfFiles}-away`)
    await writeFile(folderOfFiles, 'a file where the folder should be')
    const unstored = await tocsin([...add, ...author])
    expect(unstored).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: .* is not a folder\.\n$/) })
    await rm(folderOfFiles)
    await rename(`${folderOfFiles}-away`, folderOfFiles)
    // The rejected comment must leave no file behind, neither in the storage nor among the temporary uploads.
    const stored = await readdir(join(folder, 'data', 'media', idIn(created)))
    expect(stored.toSorted()).toEqual(comment.mediaIds.toSorted())
    expect(await readdir(join(folder, 'data', 'uploads'))).toEqual([])
  })

  test('`comments add --user` applies the limits of the console to text and number of files', async () => {
    const key = idIn(await done(['keys', 'issue', '--name', 'Comments']))
    const call = apiCallerOf(server.url, key)
    const incident = await newIncident(call)
    await done(['users', 'add', '--name', 'Jens Falk', '--email', 'jens@example.com', '--no-password'])
    const photo = join(folder, 'photo.txt')
    await writeFile(photo, 'a photo')

    const add = ['comments', 'add', '--incident', incident.id, '--user', 'jens@example.com', '--message', '  ']
    expect(await tocsin(add)).toMatchObject({ code: 2, stdout: '' })
    const eleven = Array.from({ length: 11 }, () => ['--file', photo]).flat()
    expect(await tocsin([...add, ...eleven])).toMatchObject({ code: 2, stdout: '' })
    const { stdout } = await done([...add, '--file', photo, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ message: null, mediaIds: [expect.any(String)] })
  })
})

describe('commands for a database with several organizations', () => {
  test('a command requires --organization with an id or exact name if there are several organizations', async () => {
    const other = idIn(await done(['organizations', 'create', 'Other']))
    const all = readLines<{ id: string; name: string }>((await done(['organizations', 'list', '--json'])).stdout)
    expect(all.map(({ id, name }) => [id, name])).toEqual([
      [idIn(created), 'Fairmark'],
      [other, 'Other'],
    ])

    const undecided = await tocsin(['locations', 'list'])
    expect(undecided).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(other) })
    expect((await done(['locations', 'list', '--json', '--organization', 'Other'])).stdout).toBe('')
    expect((await done(['locations', 'list', '--json', '--organization', other])).stdout).toBe('')
    expect((await tocsin(['locations', 'list', '--organization', 'other'])).code).toBe(1)
    await done(['organizations', 'create', 'Other'])
    expect((await tocsin(['locations', 'list', '--organization', 'Other'])).code).toBe(2)
  })

  test('`organizations create --template` creates an organization with the types of the template', async () => {
    const id = idIn(await done(['organizations', 'create', 'St Brigid', '--template', 'hospital']))
    const { stdout } = await done(['configuration', 'show', '--organization', id])
    expect(JSON.parse(stdout).types).toContainEqual(expect.objectContaining({ name: 'Medication', active: true }))
  })
})

test('`migrate` changes nothing in an up-to-date database that a server uses', async () => {
  expect(JSON.parse((await done(['migrate', '--json'])).stdout)).toEqual({ migrations: [] })
  expect(await done(['migrate'])).toMatchObject({ stdout: '', stderr: 'The database is up to date.\n' })
})
