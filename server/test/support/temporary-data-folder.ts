import { once } from 'node:events'
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../../src/database/embedded.ts'
import type { Membership } from '../../src/database/embedded/join-cluster.ts'
import { findPostmaster } from '../../src/database/embedded/postmaster.ts'
import { isProcessAlive } from '../../src/disk/is-process-alive.ts'
import { makeTemporaryFolder, removeFolder } from './temporary-folder.ts'

/**
 * Data folder for one test. At the end of the test, the processes that use the folder are stopped and the folder is
 * deleted.
 */
export interface TemporaryDataFolder {
  path: string
  messages: string[]
  start(): Promise<Membership>
  /**
   * Starts another process, which starts the embedded PostgreSQL and uses it until the standard input of the process
   * ends.
   */
  startElsewhere(environment?: Record<string, string>): Promise<ChildProcess>
  /** Returns the process id of the running PostgreSQL, or 0 if no PostgreSQL runs. */
  pid(): Promise<number>
  kill(): Promise<void>
}

export async function makeTemporaryDataFolder(name = 'data', mode = 0o755): Promise<TemporaryDataFolder> {
  const parent = await makeTemporaryFolder('test', mode)
  const path = join(parent, name)
  const messages: string[] = []
  const memberships: Membership[] = []
  const holders: ChildProcess[] = []

  const cluster = () => realpath(join(path, 'postgresql')).catch(() => join(path, 'postgresql'))
  const pid = async () => (await findPostmaster(await cluster()))?.pid ?? 0
  const folder: TemporaryDataFolder = {
    path,
    messages,
    pid,
    async start() {
      const embedded = await startEmbeddedPostgres(path, (message) => messages.push(message))
      memberships.push(embedded)
      return embedded
    },
    async startElsewhere(environment = { TMPDIR: tmpdir() }) {
      const stdio: StdioOptions = ['pipe', 'pipe', 'inherit']
      const holder = spawn(process.execPath, [holderProgram, path], { stdio, env: environment })
      holders.push(holder)
      const ended = once(holder, 'exit').then(() => Promise.reject(new Error('the other process did not start it')))
      await Promise.race([once(createInterface(holder.stdout!), 'line'), ended])
      ended.catch(() => undefined)
      return holder
    },
    async kill() {
      const running = await pid()
      process.kill(running, 'SIGKILL')
      await expect.poll(() => isProcessAlive(running), { interval: 5 }).toBe(false)
    },
  }

  onTestFinished(async () => {
    await Promise.allSettled(memberships.map((embedded) => embedded.release()))
    for (const holder of holders) await killHolder(holder)
    if ((await pid()) !== 0) await folder.kill()
    const socketFolder = memberships[0]?.connection.host
    for (const left of [socketFolder, await cluster(), parent]) if (left) await removeFolder(left)
  }, 30_000)
  return folder
}

const holderProgram = new URL('hold-embedded.ts', import.meta.url).pathname

export async function killHolder(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return
  holder.kill('SIGKILL')
  await once(holder, 'exit')
}

/** Makes the process from `startElsewhere` release the embedded PostgreSQL. Checks that the process exits with 0. */
export async function releaseElsewhere(holder: ChildProcess): Promise<void> {
  holder.stdin?.end()
  const [code] = (await once(holder, 'exit')) as [number | null]
  expect(code).toBe(0)
}

export async function query(embedded: Membership, sql: string): Promise<unknown[]> {
  const client = new Client(embedded.connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** Reads a text file in the data folder. */
export const read = (folder: TemporaryDataFolder, name: string): Promise<string> =>
  readFile(join(folder.path, name), 'utf8')
