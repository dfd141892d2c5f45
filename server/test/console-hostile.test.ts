import { beforeAll, expect, test } from 'vitest'
import { hostileAddressParts, hostileValues, unreadableValues } from '../../acceptance/support/hostile-values.ts'
import { addressOf, operations, ownHeaders } from './support/console-operations.ts'
import { newTenant, type Tenant } from './support/console-tenant.ts'
import { startTestServer } from './support/harness.ts'

const server = await startTestServer()

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant(server)
})

/**
 * Sends a request. Checks that the response is no server error and contains no stack trace and no SQL.
 * @returns a list with a description of the error, or an empty list.
 */
async function problemsOf(what: string, path: string, init: RequestInit): Promise<string[]> {
  const response = await fetch(new URL(`/api/console${path}`, server.url), init)
  const text = await response.text()
  if (response.status >= 500) return [`${what}: ${response.status}`]
  return /\bat .+\.[jt]s:\d+|node_modules|select |insert /.test(text) ? [`${what}: ${text.slice(0, 200)}`] : []
}

/**
 * Matches operations on sessions. The tests leave these operations out, because an attack would end the session of the
 * tests or lock the e-mail address of the user.
 */
const endsSession = /\/sessions?(\/|$)/
const names = Object.keys(operations)

/** Returns the path of every value in a JSON document. In an array, includes only the first item and its values. */
function placesIn(value: unknown, place: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [place]
  const inner = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value)
  return [...(place.length > 0 ? [place] : []), ...inner.flatMap(([key, item]) => placesIn(item, [...place, key]))]
}

const mark = '\u2620'

/**
 * Serializes a body with `mark` in place of the value at `place`. The caller then replaces `mark` in the text by
 * hostile bytes, which need not be valid JSON.
 */
function markedAt(body: unknown, place: string[]): string {
  const copy = structuredClone(body)
  const last = place.at(-1)!
  const holder = place.slice(0, -1).reduce((value, key) => (value as Record<string, unknown>)[key], copy)
  ;(holder as Record<string, unknown>)[last] = mark
  return JSON.stringify(copy)
}

const withJsonBody = names.filter((name) => !/(media|comments|import)$/.test(name) && /^(POST|PUT|PATCH)/.test(name))

test.each(withJsonBody.filter((name) => operations[name]!.body && !endsSession.test(name)))(
  '%s answers a hostile value in any field without a server error and without revealing internals',
  async (name) => {
    const { method, path } = addressOf(name, tenant)
    const problems: string[] = []
    for (const place of placesIn(operations[name]!.body!(tenant))) {
      for (const { what, value } of [...hostileValues, ...unreadableValues]) {
        const [before, after] = markedAt(operations[name]!.body!(tenant), place).split(`"${mark}"`) as [string, string]
        const headers = {
          ...ownHeaders(tenant.staff),
          'content-type': 'application/json',
          ...(await operations[name]!.headers?.(tenant)),
        }
        const body = Buffer.concat([Buffer.from(before), value, Buffer.from(after)])
        problems.push(...(await problemsOf(`${place.join('/')} ${what}`, path, { method, headers, body })))
      }
    }
    expect(problems).toEqual([])
  },
)

test.each(names.filter((name) => name.includes('/:')))(
  '%s answers a hostile id in the path without a server error and without revealing internals',
  async (name) => {
    const problems: string[] = []
    for (const [what, part] of Object.entries(hostileAddressParts)) {
      const { method, path } = addressOf(name, tenant, () => part)
      problems.push(...(await problemsOf(what, path, { method, headers: ownHeaders(tenant.staff) })))
    }
    expect(problems).toEqual([])
  },
)

const listed = ['limit', 'offset', 'cursor', 'sort']
const parameters: Record<string, string[]> = {
  '/incidents/count': ['q', 'sort', 'priority', 'assigned', 'startAt', 'locationId', 'limit'],
  '/incidents.csv': ['q', 'sort', 'tags', 'startAt', 'cursor', 'separator', 'priorities'],
  '/incidents/:id/timeline': [...listed, 'at'],
  '/overview': ['timeZone'],
  '/directory/locations': [...listed, 'q', 'archived'],
  '/directory/points': ['locationId'],
  '/directory/users': ['q'],
}

test.each(Object.entries(parameters))(
  'GET %s answers a hostile search parameter without a server error and without revealing internals',
  async (template, taken) => {
    const { path } = addressOf(`GET ${template}`, tenant)
    const headers = ownHeaders(tenant.staff)
    const problems: string[] = []
    for (const name of taken) {
      for (const [what, part] of Object.entries(hostileAddressParts)) {
        problems.push(...(await problemsOf(`${name} ${what}`, `${path}?${name}=${part}`, { headers })))
      }
    }
    expect(problems).toEqual([])
  },
)
