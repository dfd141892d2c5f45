import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { tocsinIn } from './support/tocsin-process.ts'

const folder = await makeTemporaryFolder('demo-guard')
afterAll(() => removeFolder(folder))

async function contentOf(DATA_DIR: string) {
  const { database, close } = await openDatabase({
    databaseUrl: undefined,
    dataFolder: DATA_DIR,
    log: () => undefined,
  })
  const organizations = await database.selectFrom('organizations').select('name').execute()
  const events = await database.selectFrom('events').select('id').execute()
  await close()
  const files = (await readdir(DATA_DIR)).toSorted()
  return { organizations, events, files }
}

describe('the demo and other databases', () => {
  test('the demo does not start with a database of another organization: it prints one sentence and changes nothing', async () => {
    const DATA_DIR = join(folder, 'of-a-company')
    const tocsin = tocsinIn({ DATA_DIR })
    await tocsin(['organizations', 'create', 'Fairmark Food Stores'])
    const before = await contentOf(DATA_DIR)

    const { code, stdout, stderr } = await tocsin(['demo', '--port', '0'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.trim()).toMatch(/^error: .*"Fairmark Food Stores".*nothing was written; .*\.$/m)
    expect(stderr).toContain(`DATA_DIR=${DATA_DIR} `)
    expect(await contentOf(DATA_DIR)).toEqual(before)
  })

  test('the demo does not migrate a database that has an older schema and belongs to another organization', async () => {
    const DATA_DIR = join(folder, 'older')
    const { database, close } = await openDatabase({
      databaseUrl: undefined,
      dataFolder: DATA_DIR,
      log: () => undefined,
    })
    await database.schema.createTable('kysely_migration').addColumn('name', 'text').execute()
    await database.schema.createTable('organizations').addColumn('name', 'text').execute()
    await database.schema.alterTable('organizations').addColumn('created_at', 'timestamptz').execute()
    await database
      .insertInto('organizations')
      .values({ name: 'Harbour Hospital' } as never)
      .execute()
    const { code, stderr } = await tocsinIn({ DATA_DIR })(['demo', '--port', '0'])
    const tables = await database.introspection.getTables()
    await close()
    expect(code).toBe(1)
    expect(stderr).toContain('"Harbour Hospital"')
    expect(tables.map(({ name }) => name)).toEqual(['organizations'])
  })
})

test('the demo ends without creating a database if its port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const DATA_DIR = join(folder, 'of-a-taken-port')
  const { code, stderr } = await tocsinIn({ DATA_DIR })(['demo', '--port', String(port)])
  taken.close()
  expect(code).toBe(1)
  expect(stderr).toContain('Choose another port with --port')
  await expect(readdir(DATA_DIR)).rejects.toMatchObject({ code: 'ENOENT' })
})

describe('in a clone without its packages', () => {
  const checkout = fileURLToPath(new URL('../../', import.meta.url))
  const clone = join(folder, 'clone')
  const programs = join(folder, 'programs')

  test.each(['demo', 'start'])(
    'npm run %s in a clone without packages suggests npm ci and runs no other program named tocsin',
    async (script) => {
      await mkdir(join(clone, 'server/bin'), { recursive: true })
      for (const file of ['package.json', 'server/package.json', 'server/bin/tocsin.js']) {
        await cp(join(checkout, file), join(clone, file))
      }
      await mkdir(programs, { recursive: true })
      await writeFile(join(programs, 'tocsin'), `#!/bin/sh\necho "$@" > '${clone}/written'\n`)
      await chmod(join(programs, 'tocsin'), 0o755)

      const PATH = [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
      const npm = spawn('npm', ['run', script], { cwd: clone, env: { PATH, HOME: folder }, stdio: 'pipe' })
      const [stderr, [code]] = await Promise.all([text(npm.stderr), once(npm, 'exit') as Promise<[number]>])
      expect(code).not.toBe(0)
      expect(stderr).toContain(`error: the packages are not installed in ${clone}/: run \`npm ci\` there first`)
      expect((await readdir(clone)).toSorted()).toEqual(['package.json', 'server'])
    },
  )
})
