import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { until } from '../../test/support/until.ts'
import {
  killHolder,
  makeTemporaryDataFolder,
  query,
  read,
  releaseElsewhere,
} from '../../test/support/temporary-data-folder.ts'

const isRoot = process.getuid?.() === 0

describe('the embedded PostgreSQL', () => {
  test('the embedded PostgreSQL is a durable UTF-8 cluster that listens only on a private Unix socket', async () => {
    const folder = await makeTemporaryDataFolder()
    const embedded = await folder.start()

    const settings = ['fsync', 'data_checksums', 'listen_addresses', 'max_connections', 'timezone', 'server_encoding']
    const values = await query(embedded, `select ${settings.map((name) => `current_setting('${name}')`).join()}`)
    expect(values).toEqual(['on', 'on', '', '200', 'UTC', 'UTF8'])
    expect(
      await query(embedded, `select current_user, current_database(), upper('ñandú'), 'ß' ~* '[[:alpha:]]'`),
    ).toEqual(['tocsin', 'tocsin', 'ÑANDÚ', true])
    expect((await stat(embedded.connection.host)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder.path, 'postgresql.password'))).mode & 0o777).toBe(0o600)
    expect((await readdir(folder.path)).toSorted()).toEqual(['postgresql', 'postgresql.log', 'postgresql.password'])
  })

  test('the embedded PostgreSQL rejects a connection with a wrong password', async () => {
    const embedded = await (await makeTemporaryDataFolder()).start()
    const withWrongPassword = { ...embedded, connection: { ...embedded.connection, password: 'guess' } }
    await expect(query(withWrongPassword, 'select 1')).rejects.toThrow('password authentication failed')
  })

  test('PostgreSQL stops when no process uses it any more, and has the stored data after the next start', async () => {
    const folder = await makeTemporaryDataFolder()
    const first = await folder.start()
    await query(first, 'create table kept as select 42 as answer')
    await first.release()
    expect(await folder.pid()).toBe(0)
    await expect(stat(first.connection.host)).rejects.toThrow('ENOENT')

    const second = await folder.start()
    expect(await query(second, 'table kept')).toEqual([42])
  })

  test('PostgreSQL continues to run for the next user after the process that started it was killed', async () => {
    const folder = await makeTemporaryDataFolder()
    await killHolder(await folder.startElsewhere())
    const pid = await folder.pid()
    expect(pid).toBeGreaterThan(0)

    const embedded = await folder.start()
    expect(await folder.pid()).toBe(pid)
    // Two connections remain: that of `embedded`, and that of this query. PostgreSQL closes the connection of the
    // killed process after a delay.
    const connections = 'select count(*)::int from pg_stat_activity where client_port = -1'
    await until(
      'the connection of the killed user has ended',
      async () => (await query(embedded, connections))[0] === 2,
    )
    await embedded.release()
    expect(await folder.pid()).toBe(0)
  })

  test('committed data are recovered after PostgreSQL and the process that used it were killed', async () => {
    const folder = await makeTemporaryDataFolder()
    const holder = await folder.startElsewhere()
    const first = await folder.start()
    await query(first, 'create table kept as select 42 as answer')
    await first.release()
    await killHolder(holder)
    await folder.kill()

    expect(await query(await folder.start(), 'table kept')).toEqual([42])
  })

  test('PostgreSQL is started again if it is killed while a process uses it', async () => {
    const folder = await makeTemporaryDataFolder()
    const embedded = await folder.start()
    await folder.kill()
    await expect.poll(() => query(embedded, 'select 1').catch(() => [])).toEqual([1])
    expect(folder.messages.join()).toContain('was lost')

    await embedded.release()
    expect(await folder.pid()).toBe(0)
  })

  test('PostgreSQL continues to run while a server or a command uses it, even if the server does nothing', async () => {
    const folder = await makeTemporaryDataFolder()
    const server = await folder.startElsewhere()
    const pid = await folder.pid()
    const command = await folder.start()
    await command.release()
    await command.release()
    expect(await folder.pid()).toBe(pid)

    const again = await folder.start()
    await releaseElsewhere(server)
    expect(await folder.pid()).toBe(pid)
    await again.release()
    expect(await folder.pid()).toBe(0)
  })

  test('PostgreSQL stops even if all servers and commands that use it end at the same time', async () => {
    const folder = await makeTemporaryDataFolder()
    const users = [await folder.start(), await folder.start(), await folder.start()]
    const elsewhere = await folder.startElsewhere()
    await Promise.all([...users.map((user) => user.release()), releaseElsewhere(elsewhere)])
    expect(await folder.pid()).toBe(0)
  })

  test('several processes that start PostgreSQL in a new data folder create only one cluster', async () => {
    const folder = await makeTemporaryDataFolder()
    const [first, second] = await Promise.all([folder.start(), folder.start(), folder.startElsewhere()])
    expect({ ...first.connection, application_name: '' }).toEqual({ ...second.connection, application_name: '' })
    expect(await query(second, 'select 1')).toEqual([1])
    expect((await readdir(folder.path)).filter((name) => name.includes('.new-'))).toEqual([])
  })

  test('PostgreSQL runs in a folder whose name contains characters that have a special meaning in a shell', async () => {
    const folder = await makeTemporaryDataFolder(`with space, 'quote' "double" $HOME & ${randomUUID()}`)
    expect(await query(await folder.start(), 'select 1')).toEqual([1])
  })

  test('starting PostgreSQL deletes the temporary files of a first start that was killed', async () => {
    const folder = await makeTemporaryDataFolder()
    await mkdir(join(folder.path, 'postgresql.new-4194303-0000', 'base'), { recursive: true })
    await writeFile(join(folder.path, 'postgresql.password.new-4194303-0000'), '')
    await folder.start()
    expect((await readdir(folder.path)).filter((name) => name.includes('.new-'))).toEqual([])
  })

  test.skipIf(!isRoot)(
    'if root starts PostgreSQL in a data folder that is closed to other users, the cluster is in the system folder',
    async () => {
      const folder = await makeTemporaryDataFolder('data', 0o700)
      const first = await folder.start()
      await query(first, 'create table kept as select 42 as answer')
      await first.release()

      const place = join(folder.path, 'postgresql')
      expect((await lstat(place)).isSymbolicLink()).toBe(true)
      expect(dirname(await realpath(place))).toBe('/var/lib/tocsin')
      // Ignore messages about deleted copies of PostgreSQL's programs, which another spec may have left behind.
      const messages = folder.messages.filter((message) => !message.startsWith('removed '))
      expect(messages).toEqual([expect.stringContaining(await realpath(place))])
      expect(await query(await folder.start(), 'table kept')).toEqual([42])
    },
  )

  test.skipIf(!isRoot)(
    'starting PostgreSQL deletes the cluster of another temporary data folder that no longer exists',
    async () => {
      const lost = await makeTemporaryDataFolder('data', 0o700)
      await (await lost.start()).release()
      const cluster = await realpath(join(lost.path, 'postgresql'))
      await rm(lost.path, { recursive: true })
      await (await makeTemporaryDataFolder()).start()
      await expect(lstat(cluster)).rejects.toMatchObject({ code: 'ENOENT' })
    },
  )

  test("the error contains PostgreSQL's own message when PostgreSQL does not start", async () => {
    const folder = await makeTemporaryDataFolder()
    await (await folder.start()).release()
    await writeFile(join(folder.path, 'postgresql', 'postgresql.conf'), 'max_connections = many\n')
    await expect(folder.start()).rejects.toThrow(/does not start:[^]*max_connections/)
    expect(await read(folder, 'postgresql.log')).toContain('max_connections')
  })
})
