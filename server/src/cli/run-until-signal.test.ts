import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const moduleOf = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)

/**
 * Runs a service in a new process. `failure` is code that runs during the start of the service, and `stop` is code that
 * runs when the service is stopped.
 */
async function run(failure: string, stop = 'process.stdout.write("closed")') {
  const program = `
    import { makeLog } from ${moduleOf('../http/operations/log.ts')}
    import { runUntilSignal } from ${moduleOf('run-until-signal.ts')}
    const alive = setInterval(() => undefined, 1000)
    await runUntilSignal(makeLog('info'), 0, async () => { ${failure}; return { stop: async () => { ${stop} } } })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' })
  const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  const log = stderr
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as { level: number }] : []))
  return { code: code as number, stdout, log }
}

const fatal = 60

test.each([
  ['an exception', 'setTimeout(() => { throw new Error("boom") }, 50)'],
  ['a rejection', 'setTimeout(() => Promise.reject(new Error("boom")), 50)'],
])('runUntilSignal logs %s that is not caught, closes the service and exits with 1', async (_name, failure) => {
  const { code, stdout, log } = await run(failure)
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'closed' })
  expect(log).toContainEqual(
    expect.objectContaining({ level: fatal, err: expect.objectContaining({ message: 'boom' }) }),
  )
})

test('a service is closed and its process exits with 1 even if another error occurs during the closing', async () => {
  const failure = 'setTimeout(() => { throw new Error("boom") }, 50)'
  const { code, stdout } = await run(failure, `Promise.reject(new Error("again")); process.stdout.write("closed")`)
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'closed' })
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  'a service that receives a signal during its start finishes the start and is then closed: %s',
  async (signal) => {
    const { code, stdout } = await run(`process.kill(process.pid, "${signal}"); process.stdout.write("started, ")`)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'started, closed' })
  },
)
