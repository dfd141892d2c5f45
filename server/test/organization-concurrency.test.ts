import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newIncident, startTestServer } from './support/harness.ts'
import { countWaiting } from './support/lock-waits.ts'
import { until } from './support/until.ts'

// A single organization may use at most four of the six database connections. Its queue has room for requests with a
// total weight of 1,000, and each request of this test has the weight 4.
const { url, newOrganization } = await startTestServer({ DATABASE_CONNECTIONS: 6 })

test('if an organization uses its four connections, its further requests wait or get 503, and do not delay other organizations', async () => {
  const [one, other] = await Promise.all([newOrganization(), newOrganization()])
  const { id } = await newIncident(one.call)
  const staff = await one.signIn('member')
  const isServed = async () => {
    expect(await other.call('GET', '/locations')).toMatchObject({ status: 200 })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  }
  const read = () => one.call('GET', `/incidents/${id}`)
  const begun: ReturnType<typeof read>[] = []
  // This transaction locks the table. It needs one of the two connections that the organization's requests cannot get.
  await one.scope.transaction(async (inner) => {
    await sql`lock table incidents`.execute(inner.database)
    for (let request = 0; request < 10; request++) begun.push(read())
    await until('four requests wait for the lock', async () => (await countWaiting(inner)) === 4)
    await isServed()
    begun.push(staff.call('GET', `/incidents/${id}`))
    const rejected: Awaited<ReturnType<typeof read>>[] = []
    for (let request = 0; request < 400; request++) {
      const further = read()
      begun.push(further)
      void further.then((response) => void (response.status === 503 && rejected.push(response)))
    }
    await until('all requests beyond the queue are rejected', async () => rejected.length === 411 - 4 - 250)
    expect(rejected[0]).toMatchObject({ body: { code: 'unavailable' } })
    expect(rejected[0]!.headers.get('retry-after')).toBe('2')
    await isServed()
    expect(await countWaiting(inner)).toBe(4)
  })
  const statuses = (await Promise.all(begun)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(4 + 250)
  expect(await read()).toMatchObject({ status: 200 })
})

test('all requests of one organization together use at most four of six connections, and do not delay other organizations', async () => {
  const [one, other] = await Promise.all([newOrganization(), newOrganization()])
  const { id } = await newIncident(one.call)
  const send = [
    ...[1, 2].map(() => () => one.call('GET', `/incidents/${id}`)),
    ...[0, 1, 2, 3].map((offset) => () => one.call('GET', `/incidents?sort=-priority&offset=${offset}`)),
    () => one.call('POST', '/incidents', { body: { clientRequestId: randomUUID(), name: 'Door open' } }),
    () => one.call('PATCH', `/incidents/${id}`, { body: { name: 'Door closed' } }),
    () => one.call('POST', '/comments/by-entity-type/incident', { body: { relatedEntityId: id, message: 'Closed' } }),
  ]
  let begun: ReturnType<typeof one.call>[] = []
  // This transaction, which locks the table, uses one of the two connections that the requests leave free.
  await one.scope.transaction(async (inner) => {
    await sql`lock table incidents`.execute(inner.database)
    begun = send.map((begin) => begin())
    await until('four requests wait for the lock', async () => (await countWaiting(inner)) >= 4)
    expect(await other.call('GET', '/locations')).toMatchObject({ status: 200 })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await countWaiting(inner)).toBe(4)
  })
  const statuses = (await Promise.all(begun)).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 201, 200, 201])
})
