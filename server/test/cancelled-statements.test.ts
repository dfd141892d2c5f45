import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newIncident, startTestServer } from './support/harness.ts'
import { meetBehind, valuesOf } from './support/lock-waits.ts'
import { until } from './support/until.ts'

const { url, database, newOrganization } = await startTestServer()

/** Cancels the inserts that wait for a lock on `incidents`, as PostgreSQL does at the statement timeout. */
const cancelWaitingStatements = () =>
  database.pool.query(
    `select pg_cancel_backend(pid) from pg_locks
    where relation = 'incidents'::regclass and mode = 'RowExclusiveLock' and not granted`,
  )

test('answers 503 to creations whose SQL statement PostgreSQL cancels, and 201 to retries of these creations', async () => {
  const { call } = await newOrganization()
  const bodies = Array.from({ length: 5 }, () => ({ clientRequestId: randomUUID(), name: 'Freezer above -15 °C' }))
  const createAll = () => Promise.all(bodies.map((body) => call('POST', '/incidents', { body })))

  const rejected = await database.database.transaction().execute(async (transaction) => {
    await sql`lock table incidents in share mode`.execute(transaction)
    let isAnswered = false
    const responses = createAll().finally(() => (isAnswered = true))
    await until('all are answered', async () => {
      await cancelWaitingStatements()
      return isAnswered
    })
    return responses
  })
  expect(rejected.map(({ status }) => status)).toEqual(bodies.map(() => 503))
  expect(rejected.map(({ body }) => body.code)).toEqual(bodies.map(() => 'unavailable'))
  expect(rejected.map(({ headers }) => Number(headers.get('retry-after')))).toEqual(bodies.map(() => 1))

  expect((await createAll()).map(({ status }) => status)).toEqual(bodies.map(() => 201))
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toContain('\ntocsin_database_batches_repeated_total 0\n')
})

test('a change gets 503, stores nothing and can be retried if PostgreSQL cancels the statement that records its event', async () => {
  const { call, scope } = await newOrganization()
  const incident = await newIncident(call)
  const rename = () => call('PATCH', `/incidents/${incident.id}`, { body: { name: 'Renamed' } })
  const [rejected] = valuesOf(
    await meetBehind(
      scope,
      ({ database: transaction, organizationId }) =>
        sql`select next_position_1(${organizationId})`.execute(transaction),
      [rename],
      ({ database: transaction }) =>
        sql`select pg_cancel_backend(pid) from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
          transaction,
        ),
    ),
  )
  expect([rejected!.status, rejected!.body.code]).toEqual([503, 'unavailable'])
  expect((await call('GET', `/incidents/${incident.id}`)).body).toMatchObject({ name: incident.name, version: 1 })
  expect((await rename()).body).toMatchObject({ name: 'Renamed', version: 2 })
})
