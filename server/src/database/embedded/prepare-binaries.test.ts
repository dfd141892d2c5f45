import { access, constants, mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyForOthers, prepareBinaries, repair } from './prepare-binaries.ts'

test('a PostgreSQL package whose install script was skipped is repaired', async () => {
  const native = await mkdtemp(join(tmpdir(), 'tocsin-native-'))
  onTestFinished(() => rm(native, { recursive: true }))
  await mkdir(join(native, 'bin'))
  await mkdir(join(native, 'lib'))
  const programs = ['initdb', 'pg_ctl', 'postgres'].map((name) => join(native, 'bin', name))
  for (const program of programs) await writeFile(program, '', { mode: 0o644 })
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))

  await repair(native)
  await repair(native)
  expect(await readlink(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
  for (const program of programs) await access(program, constants.X_OK)
})

test('on a platform for which there is no PostgreSQL package, the error suggests DATABASE_URL', async () => {
  const { arch } = process
  onTestFinished(() => void Object.defineProperty(process, 'arch', { value: arch }))
  Object.defineProperty(process, 'arch', { value: 'pdp11' })
  await expect(prepareBinaries(undefined)).rejects.toThrow('DATABASE_URL')
})

test.skipIf(process.getuid?.() !== 0)(
  "PostgreSQL's programs in a folder closed to other users are copied; root owns the copy, and all can read it",
  async () => {
    const native = await mkdtemp(join(tmpdir(), 'tocsin-native-'))
    onTestFinished(() => rm(native, { recursive: true }))
    await mkdir(join(native, 'bin'), { mode: 0o700 })
    await writeFile(join(native, 'bin', 'postgres'), 'program', { mode: 0o700 })
    await symlink('postgres', join(native, 'bin', 'link'))

    const copy = await copyForOthers(native, 'test')
    onTestFinished(() => rm(copy, { recursive: true }))
    expect(await stat(join(copy, 'bin', 'postgres'))).toMatchObject({ uid: 0, mode: 0o100755 })
    expect((await stat(copy)).mode & 0o777).toBe(0o755)
    expect(await readlink(join(copy, 'bin', 'link'))).toBe('postgres')

    await writeFile(join(native, 'bin', 'postgres'), 'changed')
    expect(await copyForOthers(native, 'test')).toBe(copy)
    expect(await readFile(join(copy, 'bin', 'postgres'), 'utf8')).toBe('program')
  },
)
