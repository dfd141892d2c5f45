import { randomUUID } from 'node:crypto'
import { contentOf } from '@tocsin/contract/rules/content-of.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { expect, test } from 'vitest'
import { publishConfiguration } from '../src/configuration/publish.ts'
import { currentConfiguration } from '../src/configuration/published.ts'
import type { Call } from './support/caller.ts'
import { newIncident, startTestServer } from './support/harness.ts'

const { newOrganization } = await startTestServer()

async function list(call: Call, query: string): Promise<IncidentResponse[]> {
  const response = await call<{ data: IncidentResponse[] }>('GET', `/incidents?${query}`)
  expect(response.status).toBe(200)
  return response.body.data
}

test('a list contains an incident that was just created, even if other requests read the same list at the same time', async () => {
  const { call } = await newOrganization()
  const ending = new AbortController()
  const polls = Array.from({ length: 8 }, async () => {
    while (!ending.signal.aborted) await list(call, 'limit=1')
  })
  try {
    for (let creation = 0; creation < 100; creation++) {
      const { id } = await newIncident(call)
      expect((await list(call, 'limit=1')).map((incident) => incident.id)).toEqual([id])
    }
  } finally {
    ending.abort()
    await Promise.all(polls)
  }
})

test('organizations that request the same list at the same time get only their own incidents', async () => {
  const organizations = await Promise.all([newOrganization(), newOrganization()])
  const callers = Array.from({ length: 40 }, (_, index) => organizations[index % 2]!.call)
  const created = await Promise.all(organizations.map(({ call }) => newIncident(call)))
  const lists = await Promise.all(callers.map((call) => list(call, '')))
  expect(lists.map((incidents) => incidents.map(({ id }) => id))).toEqual(
    callers.map((_, index) => [created[index % 2]!.id]),
  )
})

test('simultaneous requests for lists with different search parameters each get the right list', async () => {
  const { call } = await newOrganization()
  for (const priority of ['MINOR', 'MAJOR', 'CRITICAL'] as const) await newIncident(call, { name: priority, priority })
  const pages: [query: string, names: string[]][] = [
    ['sort=priority', ['MINOR', 'MAJOR', 'CRITICAL']],
    ['sort=-priority', ['CRITICAL', 'MAJOR', 'MINOR']],
    ['sort=priority&limit=1', ['MINOR']],
    ['sort=priority&limit=1&offset=1', ['MAJOR']],
    ['priority=MINOR', ['MINOR']],
    ['priority=MAJOR', ['MAJOR']],
    ['q=major', ['MAJOR']],
    ['priority=none', []],
  ]
  const requests = [...pages, ...pages, ...pages]
  const lists = await Promise.all(requests.map(([query]) => list(call, query)))
  expect(lists.map((incidents) => incidents.map(({ name }) => name))).toEqual(requests.map(([, names]) => names))
})

test('keyset pagination by name lists incidents without a name first, and each incident once', async () => {
  const { call, scope } = await newOrganization()
  const { profiles, ...others } = contentOf(await currentConfiguration(scope))
  await publishConfiguration(scope, { ...others, profiles: profiles.map((profile) => ({ ...profile, fields: {} })) })
  for (const fields of [{}, { name: '!' }, {}, { name: ' ' }, {}]) {
    const response = await call('POST', '/incidents', { body: { clientRequestId: randomUUID(), ...fields } })
    expect(response.status).toBe(201)
  }

  const walked: (string | null)[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor && `&cursor=${cursor}`
    const page = await call<{ data: IncidentResponse[] }>('GET', `/incidents?sort=name&limit=1${query}`)
    walked.push(...page.body.data.map(({ name }) => name))
    cursor = page.headers.get('tocsin-next-cursor')
  }
  expect(walked).toEqual([null, null, null, ' ', '!'])
})
