import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { killHolder, makeTemporaryDataFolder, query } from '../../../test/support/temporary-data-folder.ts'

const isRoot = process.getuid?.() === 0

describe('the postmaster', () => {
  test('PostgreSQL starts although its lock files contain the process id of an unrelated process', async () => {
    const folder = await makeTemporaryDataFolder()
    const embedded = await folder.start()
    const { host, port } = embedded.connection
    await embedded.release()

    const { uid, gid } = await stat(join(folder.path, 'postgresql'))
    const other = spawn('/bin/sleep', ['600'], { cwd: '/', ...(isRoot && { uid, gid }) })
    onTestFinished(() => killHolder(other))
    await once(other, 'spawn')

    await killHolder(await folder.startElsewhere())
    const lockFiles = [join(folder.path, 'postgresql', 'postmaster.pid'), join(host, `.s.PGSQL.${port}.lock`)]
    const pid = await folder.pid()
    await folder.kill()
    for (const lockFile of lockFiles) {
      const text = await readFile(lockFile, 'utf8')
      await writeFile(lockFile, text.replace(`${pid}\n`, `${other.pid}\n`))
    }
    expect(await query(await folder.start(), 'select 1')).toEqual([1])
  })

  test('a process finds a running PostgreSQL that was started with another TMPDIR', async () => {
    const folder = await makeTemporaryDataFolder()
    const temporary = join(folder.path, 'tmp')
    await mkdir(temporary, { recursive: true })
    await folder.startElsewhere({ TMPDIR: temporary })
    const { connection } = await folder.start()
    expect(connection.host.startsWith(temporary)).toBe(true)
  })

  test("the error names TMPDIR when the folder for PostgreSQL's socket cannot be created", async () => {
    const folder = await makeTemporaryDataFolder()
    vi.stubEnv('TMPDIR', '/nowhere')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(folder.start()).rejects.toThrow(/ENOENT.*'\/nowhere.* TMPDIR says which\.$/)
  })

  test('PostgreSQL does not use a socket folder that belongs to another user or is open to other users', async () => {
    const folder = await makeTemporaryDataFolder()
    const embedded = await folder.start()
    const { host } = embedded.connection
    await embedded.release()
    onTestFinished(() => rm(host, { recursive: true, force: true }))

    await symlink('/tmp', host)
    await expect(folder.start()).rejects.toThrow('was created by another user')
    await rm(host)
    await mkdir(host)
    await chmod(host, 0o777)
    await expect(folder.start()).rejects.toThrow('was created by another user')
  })
})
