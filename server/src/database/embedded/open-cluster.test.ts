import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTemporaryDataFolder } from '../../../test/support/temporary-data-folder.ts'

describe('openCluster', () => {
  test('opening a cluster rejects a cluster of another major version of PostgreSQL', async () => {
    const folder = await makeTemporaryDataFolder()
    await (await folder.start()).release()
    await writeFile(join(folder.path, 'postgresql', 'PG_VERSION'), '17\n')
    await expect(folder.start()).rejects.toThrow('made by PostgreSQL 17, and this version of Tocsin brings 18')
  })

  test('opening a cluster rejects a data folder whose `postgresql` folder does not contain a cluster', async () => {
    const folder = await makeTemporaryDataFolder()
    await mkdir(join(folder.path, 'postgresql', 'photos'), { recursive: true })
    await expect(folder.start()).rejects.toThrow('does not contain a PostgreSQL cluster')
  })

  test('opening a cluster rejects a symbolic link to a missing cluster and creates no new cluster', async () => {
    const folder = await makeTemporaryDataFolder()
    await mkdir(folder.path)
    await symlink('/nowhere/cluster', join(folder.path, 'postgresql'))
    await expect(folder.start()).rejects.toThrow('leads to a cluster that no longer exists')
  })

  test('opening a cluster rejects a data folder whose password file is missing or wrong', async () => {
    const folder = await makeTemporaryDataFolder()
    await (await folder.start()).release()
    const password = join(folder.path, 'postgresql.password')
    await writeFile(password, 'another')
    await expect(folder.start()).rejects.toThrow('restore postgresql.password')
    await rm(password)
    await expect(folder.start()).rejects.toThrow('cannot be read; restore it')
  })
})
