import type { WebhookAttempt, WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { sql } from 'kysely'
import type { TestServer } from './harness.ts'
import { callerForWebhooks, newEndpoint, startReceiver } from './receiver.ts'
import { until } from './until.ts'
import { walk } from './walk.ts'

/**
 * Makes an organization with a webhook endpoint and its receiver.
 * @param kinds kinds of events that the endpoint receives; undefined for all kinds.
 */
export async function newWebhookSetting(server: TestServer, kinds?: string[]) {
  const { database } = server.database
  const organization = await server.newOrganization()
  const [receiver, callWebhooks] = await Promise.all([startReceiver(), callerForWebhooks(server, organization.scope)])
  const endpoint = await newEndpoint(callWebhooks, { url: receiver.url, ...(kinds && { kinds }) })
  const path = `/webhook-endpoints/${endpoint.id}`
  const read = async () => (await callWebhooks<WebhookEndpoint>('GET', path)).body
  const attempts = () => walk<WebhookAttempt>(callWebhooks, `${path}/attempts`)
  const received = (count: number) => until(`${count} webhooks arrive`, async () => receiver.received.length >= count)
  /** Waits until no process delivers events to the endpoint, and then moves its retries earlier by `interval`. */
  const passTime = async (interval = '1 hour') => {
    await until('no process delivers', async () => {
      const idle = sql`
        select from webhook_endpoints
        where id = ${endpoint.id} and lease_id is null and coalesce(retry_at > now(), true)
          and position = (select max(position) from events where organization_id = ${organization.scope.organizationId})`
      return (await idle.execute(database)).rows.length === 1
    })
    await sql`
      update webhook_retries set
        retry_at = retry_at - ${interval}::interval, failing_since = failing_since - ${interval}::interval
      where endpoint_id = ${endpoint.id}`.execute(database)
    await sql`
      update webhook_endpoints set retry_at = retry_at - ${interval}::interval
      where id = ${endpoint.id}`.execute(database)
  }
  return { ...organization, receiver, callWebhooks, endpoint, path, read, attempts, received, passTime }
}
