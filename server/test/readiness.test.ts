import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'

const { url, database, newOrganization } = await startTestServer()
const readiness = async () => (await fetch(`${url}/readyz`)).status

test('/readyz answers 503 while PostgreSQL does not respond', async () => {
  expect(await readiness()).toBe(200)
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`,
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

/**
 * Makes the database read-only and ends its open connections, as a failover does, or makes the database writable again.
 */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const client = await database.pool.connect()
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter database "${rows[0]!.name}" set default_transaction_read_only = ${isReadOnly}`)
  if (isReadOnly) {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`,
    )
  }
  client.release(true)
}

test('serves lists but answers 503 to creations while the database is read-only', async () => {
  const { call } = await newOrganization()
  const create = async () => {
    const { status, headers } = await call('POST', '/incidents', {
      body: { clientRequestId: randomUUID(), name: 'Leak' },
    })
    return [status, headers.get('retry-after')]
  }
  await setReadOnly(true)
  await expect.poll(readiness).toBe(503)
  expect(await create()).toEqual([503, '1'])
  expect(await call('GET', '/incidents')).toMatchObject({ status: 200 })
  await setReadOnly(false)
  await expect.poll(readiness).toBe(200)
  expect(await create()).toEqual([201, null])
})
