import { expect, test } from 'vitest'
import { startTestServer } from './harness.ts'

const { url, database } = await startTestServer()
const readiness = async () => (await fetch(`${url}/readyz`)).status

test('a server whose PostgreSQL does not answer says that it is not ready, and when it does, that it is', async () => {
  expect(await readiness()).toBe(200)
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend'`,
  )
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => rows.forEach(({ pid }) => process.kill(pid, name))
  signal('SIGSTOP')
  try {
    expect(await readiness()).toBe(503)
  } finally {
    signal('SIGCONT')
  }
  await expect.poll(readiness).toBe(200)
})
