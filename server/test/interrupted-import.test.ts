import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { walkIncidents } from './support/walk.ts'
import { startTestServer } from './support/harness.ts'
import { listen } from './support/listen.ts'
import { until } from './support/until.ts'
import { makeTemporaryFolder, removeFolder } from './support/temporary-folder.ts'
import { cli } from './support/tocsin-process.ts'
import { newImport as prepareImport, noRows, readOutcome, stored } from './support/new-import.ts'

const server = await startTestServer()
let folder: string

beforeAll(async () => {
  folder = await makeTemporaryFolder('interrupted-import')
})
afterAll(() => removeFolder(folder))

const newImport = (lines: string | Uint8Array) => prepareImport(server, folder, lines)

test('Ctrl+C ends an import that waits for an unavailable server', async () => {
  const { file, environment } = await newImport('name,type\nA,Spill\n')
  let requests = 0
  const away = await listen((_, response) => {
    requests++
    response.writeHead(503).end()
  })
  onTestFinished(away.close)
  const child = spawn(process.execPath, [cli, 'incidents', 'import', file], {
    env: {
      PATH: '/usr/bin:/bin',
      ...environment,
      TOCSIN_URL: away.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const stderr = text(child.stderr)
  onTestFinished(() => void child.kill('SIGKILL'))
  await until('the server is asked', async () => requests > 0)
  child.kill('SIGINT')
  expect((await exited)[0]).toBe(1)
  expect(await stderr).toMatch(/^(Waiting for .* …\n)?error: Interrupted\.\n$/)
})

test('an import whose standard output is closed ends early, and reports the reason and the number of processed rows', async () => {
  const nameless = 500
  const { run, file, environment } = await newImport(`name,tags\n${',import\n'.repeat(nameless)}`)
  const refusedFile = `${file}.refused`
  const child = spawn(process.execPath, [cli, 'incidents', 'import', file, '--json', '--refused', refusedFile], {
    env: { PATH: '/usr/bin:/bin', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const stderr = text(child.stderr)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect((await exited)[0]).toBe(1)
  const [, rows] = /^Ended early\. (\d+) rows .*\nerror: The output was closed\.\n$/.exec(await stderr)!
  expect(Number(rows)).toBeLessThan(nameless)
  expect((await readFile(refusedFile, 'utf8')).trimEnd().split('\n')).toHaveLength(1 + Number(rows))
  expect(readOutcome(await run('--json')).report).toMatchObject({ ...noRows, rows: nameless, refused: nameless })
})

describe('a long import', () => {
  const rows = 3_000
  const many = `name,tags\n${Array.from({ length: rows }, (_, row) => `Report ${row % 2_900},import`).join('\n')}\n`

  test('an import that is killed and restarted twice creates the incident of each row once', async () => {
    const { run, call, file, environment } = await newImport(many)
    for (const share of [0.2, 0.6]) {
      const child = spawn(process.execPath, [cli, 'incidents', 'import', file], {
        env: { PATH: '/usr/bin:/bin', ...environment },
        stdio: 'ignore',
      })
      const exited = once(child, 'exit')
      const reached = `&offset=${Math.floor(rows * share)}&limit=1`
      await until(`${share} of it is there`, async () => (await stored(call, reached)).length > 0)
      child.kill('SIGKILL')
      expect((await exited)[1]).toBe('SIGKILL')
    }
    const { report } = readOutcome(await run('--json'))
    expect(report).toMatchObject({ rows, refused: 0 })
    expect(report.alreadyThere).toBeGreaterThanOrEqual(rows * 0.6)
    expect(report.alreadyThere).toBeLessThan(rows)
    expect(report.created + report.alreadyThere).toBe(rows)
    const incidents = await walkIncidents(call)
    expect(incidents).toHaveLength(rows)
    expect(new Set(incidents.map(({ clientRequestId }) => clientRequestId)).size).toBe(rows)
    expect(readOutcome(await run('--json')).report).toMatchObject({ ...noRows, rows, alreadyThere: rows })
  })

  test('an import in a terminal shows its progress, and on Ctrl+C it ends with a summary', async () => {
    const { run, file, environment } = await newImport(many)
    const isTerminal = 'data:text/javascript,process.stderr.isTTY=true'
    const child = spawn(process.execPath, ['--import', isTerminal, cli, 'incidents', 'import', file], {
      env: { PATH: '/usr/bin:/bin', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exited = once(child, 'exit')
    let shown = ''
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (shown += piece))
    await until('the bar moves', async () => / [1-9]\d* %, \d+ rows/.test(shown))
    child.kill('SIGINT')
    expect((await exited)[0]).toBe(1)
    expect(shown).toMatch(/Importing █*░+ \d+ %, \d+ rows, \d+ s left/)
    expect(shown).toMatch(/Ended early\. \d+ rows in [\d.]+ s: \d+ created\. Run .*\.\nerror: Interrupted\.\n$/)
    expect(await text(child.stdout)).toBe('')
    expect(await run()).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('already created') })
  })
})
