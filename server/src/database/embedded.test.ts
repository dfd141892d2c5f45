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
  test('creates a durable UTF-8 cluster that listens only on a private Unix socket', async () => {
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

  test('rejects a connection with a wrong password', async () => {
    const embedded = await (await makeTemporaryDataFolder()).start()
    const stranger = { ...embedded, connection: { ...embedded.connection, password: 'guess' } }
    await expect(query(stranger, 'select 1')).rejects.toThrow('password authentication failed')
  })

  test('stops PostgreSQL when its last user leaves and serves the stored data after the next start', async () => {
    const folder = await makeTemporaryDataFolder()
    const first = await folder.start()
    await query(first, 'create table kept as select 42 as answer')
    await first.release()
    expect(await folder.pid()).toBe(0)
    await expect(stat(first.connection.host)).rejects.toThrow('ENOENT')

    const second = await folder.start()
    expect(await query(second, 'table kept')).toEqual([42])
  })

  test('keeps PostgreSQL running after the process that started it was killed, and serves the next user', async () => {
    const folder = await makeTemporaryDataFolder()
    await killHolder(await folder.startElsewhere())
    const pid = await folder.pid()
    expect(pid).toBeGreaterThan(0)

    const embedded = await folder.start()
    expect(await folder.pid()).toBe(pid)
    // Expect two connections: one of the new user and one of this query. PostgreSQL closes the connection of the killed
    // user with a delay.
    const connections = 'select count(*)::int from pg_stat_activity where client_port = -1'
    await until(
      'the connection of the killed user has ended',
      async () => (await query(embedded, connections))[0] === 2,
    )
    await embedded.release()
    expect(await folder.pid()).toBe(0)
  })

  test('recovers committed data after PostgreSQL and the process that used it were killed', async () => {
    const folder = await makeTemporaryDataFolder()
    const holder = await folder.startElsewhere()
    const first = await folder.start()
    await query(first, 'create table kept as select 42 as answer')
    await first.release()
    await killHolder(holder)
    await folder.kill()

    expect(await query(await folder.start(), 'table kept')).toEqual([42])
  })

  test('restarts PostgreSQL when it is killed while a user is connected', async () => {
    const folder = await makeTemporaryDataFolder()
    const embedded = await folder.start()
    await folder.kill()
    await expect.poll(() => query(embedded, 'select 1').catch(() => [])).toEqual([1])
    expect(folder.messages.join()).toContain('was lost')

    await embedded.release()
    expect(await folder.pid()).toBe(0)
  })

  test('keeps PostgreSQL running for an idle user when another user leaves', async () => {
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

  test('stops PostgreSQL when all its users leave at the same time', async () => {
    const folder = await makeTemporaryDataFolder()
    const users = [await folder.start(), await folder.start(), await folder.start()]
    const elsewhere = await folder.startElsewhere()
    await Promise.all([...users.map((user) => user.release()), releaseElsewhere(elsewhere)])
    expect(await folder.pid()).toBe(0)
  })

  test('creates only one cluster when several processes start PostgreSQL in a new data folder at the same time', async () => {
    const folder = await makeTemporaryDataFolder()
    const [first, second] = await Promise.all([folder.start(), folder.start(), folder.startElsewhere()])
    expect({ ...first.connection, application_name: '' }).toEqual({ ...second.connection, application_name: '' })
    expect(await query(second, 'select 1')).toEqual([1])
    expect((await readdir(folder.path)).filter((name) => name.includes('.new-'))).toEqual([])
  })

  test('runs PostgreSQL in a folder whose name needs shell quoting', async () => {
    const folder = await makeTemporaryDataFolder(`with space, 'quote' "double" $HOME & ${randomUUID()}`)
    expect(await query(await folder.start(), 'select 1')).toEqual([1])
  })

  test('deletes the temporary files that a killed first start has left behind', async () => {
    const folder = await makeTemporaryDataFolder()
    await mkdir(join(folder.path, 'postgresql.new-4194303-0000', 'base'), { recursive: true })
    await writeFile(join(folder.path, 'postgresql.password.new-4194303-0000'), '')
    await folder.start()
    expect((await readdir(folder.path)).filter((name) => name.includes('.new-'))).toEqual([])
  })

  test.skipIf(!isRoot)(
    'stores the cluster in the system folder when root starts PostgreSQL in a folder closed to other users',
    async () => {
      const folder = await makeTemporaryDataFolder('data', 0o700)
      const first = await folder.start()
      await query(first, 'create table kept as select 42 as answer')
      await first.release()

      const place = join(folder.path, 'postgresql')
      expect((await lstat(place)).isSymbolicLink()).toBe(true)
      expect(dirname(await realpath(place))).toBe('/var/lib/tocsin')
      // Another spec may have left copied programs, which this start removes.
      const messages = folder.messages.filter((message) => !message.startsWith('removed '))
      expect(messages).toEqual([expect.stringContaining(await realpath(place))])
      expect(await query(await folder.start(), 'table kept')).toEqual([42])
    },
  )

  test.skipIf(!isRoot)(
    'deletes the cluster of a deleted temporary data folder when PostgreSQL starts for another data folder',
    async () => {
      const lost = await makeTemporaryDataFolder('data', 0o700)
      await (await lost.start()).release()
      const cluster = await realpath(join(lost.path, 'postgresql'))
      await rm(lost.path, { recursive: true })
      await (await makeTemporaryDataFolder()).start()
      await expect(lstat(cluster)).rejects.toMatchObject({ code: 'ENOENT' })
    },
  )

  test("reports PostgreSQL's own error message when PostgreSQL does not start", async () => {
    const folder = await makeTemporaryDataFolder()
    await (await folder.start()).release()
    await writeFile(join(folder.path, 'postgresql', 'postgresql.conf'), 'max_connections = many\n')
    await expect(folder.start()).rejects.toThrow(/does not start:[^]*max_connections/)
    expect(await read(folder, 'postgresql.log')).toContain('max_connections')
  })
})
