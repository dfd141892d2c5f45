import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { rememberDataFolder, rememberPrograms, sweepSystemFolder } from './sweep-system-folder.ts'

let folder: string
let systemFolder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-sweep-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  systemFolder = join(folder, 'system')
  await mkdir(systemFolder)
})

const sweep = () => sweepSystemFolder(systemFolder, () => undefined)

/** Makes a cluster in the system folder, and a data folder with a symbolic link to the cluster. */
async function makeCluster(name: string) {
  const [cluster, dataFolder] = [join(systemFolder, name), join(folder, `${name}-data`)]
  await mkdir(join(cluster, 'base'), { recursive: true })
  await mkdir(dataFolder)
  await symlink(cluster, join(dataFolder, 'postgresql'))
  return { cluster, dataFolder }
}

describe('sweepSystemFolder', () => {
  test('a cluster in the system folder is deleted only after its temporary data folder has been deleted', async () => {
    const { cluster, dataFolder } = await makeCluster('one')
    await rememberDataFolder(cluster, dataFolder)
    await sweep()
    expect(await readdir(systemFolder)).toContain('one')
    await rm(dataFolder, { recursive: true })
    await sweep()
    expect(await readdir(systemFolder)).toEqual([])
  })

  test('a cluster is deleted if its data folder links to another cluster, but not if the link is missing', async () => {
    const { cluster, dataFolder } = await makeCluster('one')
    await rememberDataFolder(cluster, dataFolder)
    await rm(join(dataFolder, 'postgresql'))
    await sweep()
    expect(await readdir(systemFolder)).toContain('one')
    await symlink(join(systemFolder, 'another'), join(dataFolder, 'postgresql'))
    await sweep()
    expect(await readdir(systemFolder)).toEqual([])
  })

  test('the cluster of a missing data folder is not deleted if the data folder was outside the temporary folders', async () => {
    const { cluster } = await makeCluster('server')
    await rememberDataFolder(cluster, '/srv/tocsin-that-is-away/data')
    await sweep()
    expect(await readdir(systemFolder)).toEqual(['server'])
  })

  test('a cluster is not deleted while PostgreSQL runs in it', async () => {
    const { cluster, dataFolder } = await makeCluster('one')
    await rememberDataFolder(cluster, dataFolder)
    await rm(dataFolder, { recursive: true })
    const before = process.cwd()
    // Make this process look like the PostgreSQL of the cluster, which runs in the cluster's folder.
    process.chdir(cluster)
    onTestFinished(() => process.chdir(before))
    await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n`)
    await sweep()
    expect(await readdir(systemFolder)).toContain('one')
  })
})

test('copied programs are deleted only after the installation that they came from has been deleted', async () => {
  const native = join(folder, 'native')
  await mkdir(native)
  const copy = join(systemFolder, 'postgresql-18')
  await mkdir(copy)
  await rememberPrograms(copy, native)
  await sweep()
  expect(await readdir(systemFolder)).toContain('postgresql-18')
  await rm(native, { recursive: true })
  await sweep()
  expect(await readdir(systemFolder)).toEqual([])
})
