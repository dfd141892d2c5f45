import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { PreparingClient } from '../src/database/prepare.ts'
import { startService } from '../src/main.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { openStream, type OpenStream } from './support/live-stream.ts'

const server = await startTestServer()

const newOrganizations = (count: number) => Promise.all(Array.from({ length: count }, () => server.newOrganization()))

/** Records the SQL of all statements that this process sends until the test ends. */
function recordStatements(): () => string[] {
  const sent = vi.spyOn(PreparingClient.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  return () =>
    sent.mock.calls.map(([first]) => (typeof first === 'string' ? first : String((first as { text: string }).text)))
}

const opened: OpenStream[] = []
afterEach(() => opened.splice(0).forEach((stream) => stream.close()))

test('a server starts without a separate SQL statement for each organization', async () => {
  await newOrganizations(50)
  // Leave an upload behind, because the sweep of the media storage logs its end only if it has deleted something.
  const leftover = join(server.environment.DATA_DIR, 'uploads', 'leftover')
  await writeFile(leftover, '')
  await utimes(leftover, 0, 0)
  const info = vi.fn<(details: unknown, message: string) => void>()
  const statements = recordStatements()
  const again = await startService(server.environment, Object.assign(pino({ level: 'silent' }), { info }))
  await expect
    .poll(() => info.mock.calls.map(([, message]) => message))
    .toContain('removed leftovers of interrupted uploads')
  await again.stop()
  const repetitions = [...Map.groupBy(statements(), (text) => text).values()].map(({ length }) => length)
  expect(repetitions.length).toBeGreaterThan(5)
  expect(Math.max(...repetitions)).toBeLessThan(50)
  expect(statements().filter((text) => /from "?organizations"? order by/.test(text))).toEqual([])
})

test('live updates for the open pages of thirty organizations take only two SQL statements per poll', async () => {
  const organizations = await newOrganizations(30)
  for (const { signIn } of organizations) opened.push(await openStream(server.url, (await signIn('member')).cookie))
  const statements = recordStatements()
  const changes = () => statements().filter((text) => text.includes('position > feed.position'))
  const sessions = () => statements().filter((text) => text.includes('(session.organization_id, session.id) in'))
  await expect.poll(() => changes().length).toBeGreaterThan(4)
  expect(sessions().length - changes().length).toBeOneOf([0, 1])
  const incident = await newIncident(organizations[17]!.call)
  await opened[17]!.wait('the creation is sent', ({ data }) => data.incidentId === incident.id)
})

/**
 * Waits until the metrics count `calls` successful calls of the operation, and returns the names and labels of its
 * metrics.
 */
async function readSeries(operation: string, calls: number): Promise<string[]> {
  let lines: string[] = []
  await expect
    .poll(async () => {
      lines = (await (await fetch(`${server.url}/metrics`)).text()).split('\n')
      return lines
    })
    .toContain(`tocsin_http_requests_total{operation="${operation}",status="200"} ${calls}`)
  return lines.filter((line) => line.includes(operation)).map((line) => line.replace(/ \S+$/, ''))
}

test('the number of metrics of an operation is the same after requests of twenty organizations as after requests of two', async () => {
  const organizations = await newOrganizations(20)
  const list = (from: number, until: number) =>
    Promise.all(organizations.slice(from, until).map(({ call }) => call('GET', '/incidents')))
  await list(0, 2)
  const series = await readSeries('list-incidents', 2)
  await list(2, 20)
  expect(await readSeries('list-incidents', 20)).toEqual(series)
})
