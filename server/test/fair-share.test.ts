import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newIncident, startTestServer } from './support/harness.ts'
import { countWaiting } from './support/lock-waits.ts'
import { until } from './support/until.ts'

// An organization has at most four of the six connections, and 1,000 waiting requests of weight 1, or 250 of weight 4.
const { url, newOrganization } = await startTestServer({ DATABASE_CONNECTIONS: 6 })

test('requests beyond the share of an organization wait, then are refused, and others are served meanwhile', async () => {
  const [one, other] = await Promise.all([newOrganization(), newOrganization()])
  const { id } = await newIncident(one.call)
  const staff = await one.signIn('member')
  const isServed = async () => {
    expect(await other.call('GET', '/locations')).toMatchObject({ status: 200 })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  }
  const read = () => one.call('GET', `/incidents/${id}`)
  const begun: ReturnType<typeof read>[] = []
  // The lock takes one of the two connections that are left.
  await one.scope.transaction(async (inner) => {
    await sql`lock table incidents`.execute(inner.database)
    for (let request = 0; request < 10; request++) begun.push(read())
    await until('some wait for the lock', async () => (await countWaiting(inner)) === 4)
    await isServed()
    begun.push(staff.call('GET', `/incidents/${id}`))
    const refused: Awaited<ReturnType<typeof read>>[] = []
    for (let request = 0; request < 400; request++) {
      const further = read()
      begun.push(further)
      void further.then((answer) => void (answer.status === 503 && refused.push(answer)))
    }
    await until('all for whom there is no room are refused', async () => refused.length === 411 - 4 - 250)
    expect(refused[0]).toMatchObject({ body: { code: 'unavailable' } })
    expect(refused[0]!.headers.get('retry-after')).toBe('2')
    await isServed()
    expect(await countWaiting(inner)).toBe(4)
  })
  const statuses = (await Promise.all(begun)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(4 + 250)
  expect(await read()).toMatchObject({ status: 200 })
})
