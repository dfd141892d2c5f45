import { addressOf, operations, ownHeaders } from './console-operations.ts'
import { newTenant } from './console-tenant.ts'
import type { TestServer } from './harness.ts'

/** Paths of lists in the external API that need different kinds of SQL statements. */
const lists = [
  '/incidents?sort=name&limit=1',
  '/incidents?q=freezer&state=open&limit=1',
  '/incidents?priority=NORMAL&sort=-priority,createdAt&offset=1',
  '/incidents?tags=cold&state=closed',
  '/comments',
  '/events',
  '/locations',
  '/points',
  '/users',
  '/workflow-states',
]

/** In a new organization, calls every read operation of the console, and the lists of the external API. */
export async function readEverything(server: TestServer): Promise<void> {
  const tenant = await newTenant(server)
  for (const name of Object.keys(operations)) {
    // The stream of live events never ends, and set-up needs a server without organizations.
    if (!name.startsWith('GET') || ['GET /events', 'GET /set-up'].includes(name)) continue
    const { path } = addressOf(name, tenant)
    await expectOk(`${server.url}/api/console${path}`, ownHeaders(tenant.staff))
  }
  for (const path of lists) await expectOk(`${server.url}/api/v1${path}`, { 'x-api-key': tenant.key })
}

async function expectOk(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${text}`)
}
