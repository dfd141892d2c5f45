import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { FileStore } from '@tocsin/client/stores/file'
import { afterAll, expect, onTestFinished, test } from 'vitest'

const folder = await mkdtemp(join(tmpdir(), 'tocsin-lock-'))
afterAll(() => rm(folder, { recursive: true }))
const program = join(import.meta.dirname, 'programs/hold-lock.ts')

const obstacle = findObstacle()
// The test title shows the reason if the test is skipped.
const remark = obstacle ? ` (skipped: ${obstacle})` : ''

/** Returns the reason that a process cannot get its own PID namespace here; undefined if it can. */
function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux'
  if (process.getuid!() !== 0) return 'needs root'
  try {
    execFileSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'unshare is not allowed here'
  }
}

// `$0` is a number of short processes that the script starts first, so that the program gets a higher process number.
const script = 'i=0; while [ $i -lt $0 ]; do /bin/true; i=$((i+1)); done; "$@"; true'

/** Starts a program in its own PID namespace, like in a container. The program takes the lock of a folder. */
async function lockInContainer(path: string, earlierProcesses = 0) {
  const command = ['sh', '-c', script, String(earlierProcesses), process.execPath, program, path]
  const child = spawn('unshare', ['--pid', '--fork', '--mount-proc', ...command])
  const exited = once(child, 'exit')
  const end = async () => {
    child.stdin.end()
    await exited
  }
  onTestFinished(end)
  const [outcome] = (await once(child.stdout, 'data')) as [Buffer]
  return { outcome: outcome.toString().trim(), end }
}

test.skipIf(obstacle !== undefined).each([
  ['with the same process number', 0],
  ['with a process number that the other container has not used', 60],
])(`two containers with one host name, %s, never lock a folder at the same time${remark}`, async (_, earlier) => {
  const path = join(folder, `shared-${earlier}`)
  const first = await lockInContainer(path, earlier)
  const second = await lockInContainer(path)
  const outside = await (await FileStore.open(path)).whileAlone(async () => 'ran')
  expect([first.outcome, second.outcome, outside]).toEqual(['holds', 'busy', undefined])
  await first.end()
  expect((await lockInContainer(path)).outcome).toBe('holds')
})

test.runIf(process.platform === 'linux')(
  'a lock file with the process number of this process, but without a start time, counts as abandoned at once',
  async () => {
    const path = join(folder, 'restarted')
    const store = await FileStore.open(path)
    const abandoned = { id: 'dead', host: hostname(), pid: process.pid }
    await writeFile(join(path, 'lock'), JSON.stringify(abandoned))
    expect(await store.whileAlone(async () => 'ran')).toEqual({ result: 'ran' })
    await store.whileAlone(async () => {
      expect(await (await FileStore.open(path)).whileAlone(async () => 'ran')).toBeUndefined()
    })
  },
)

test.runIf(process.platform === 'linux')(
  'two threads of one process never have the lock of a folder at the same time',
  async () => {
    const path = join(folder, 'threads')
    const store = await FileStore.open(path)
    const outcome = await store.whileAlone(async () => {
      const worker = new Worker(program, { argv: [path], stdout: true })
      const [text] = (await once(worker.stdout, 'data')) as [Buffer]
      await worker.terminate()
      return text.toString().trim()
    })
    expect(outcome).toEqual({ result: 'busy' })
  },
)
