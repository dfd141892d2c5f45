import { TocsinClient, type CreateIncident } from '@tocsin/client'
import { checkIncident, type References, type Rules } from '@tocsin/client/offline'
import { attempts, creations, publishableConfigurations } from '@tocsin/contract/test/arbitraries.ts'
import { businessFields } from '@tocsin/contract/rules/incident-values.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { publishConfiguration } from '../../server/src/configuration/publish.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addPoint } from '../../server/src/directory/add-point.ts'
import { addUser } from '../../server/src/directory/users/add.ts'
import { archiveLocation } from '../../server/src/directory/archive.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'
import { startTestServer } from '../../server/test/support/harness.ts'
import { corrupted } from './support/corrupted-creations.ts'

const server = await startTestServer()

const revisionsWanted = 400
const inputsPerRevision = 25
const seed = 20_260_301

test(`client and server find the same violations in ${revisionsWanted * inputsPerRevision} creations under ${revisionsWanted} configurations`, async () => {
  const { key, scope } = await server.newOrganization()
  const client = new TocsinClient({ baseUrl: `${server.url}/api/v1`, apiKey: key })
  const rename = await prepareDirectory(scope)
  const revisions = await publishRevisions(scope, rename)
  const references: References = {
    locations: await client.locations.list().all(),
    points: await client.points.list().all(),
    users: await client.users.list().all(),
  }
  const inputs = fc.sample(anyInput, { numRuns: revisionsWanted * inputsPerRevision, seed }).map(rename)
  const counts = { accepted: 0, rejected: 0 }

  const checkAll = async (revision: number, index: number) => {
    const configuration = await client.creationConfigurations.revision(revision)
    const isCurrent = index === revisions.length - 1
    for (const input of inputs.slice(index * inputsPerRevision, (index + 1) * inputsPerRevision)) {
      const body = { ...input, configVersion: revision }
      const outcome = await validateOnServer(client, body)
      const ours = validateOnClient({ configuration, references, isCurrent }, body, outcome)
      expect({ body, ...ours }).toEqual({ body, ...outcome })
      counts[outcome.violations.length === 0 ? 'accepted' : 'rejected']++
    }
  }
  await inParallel(revisions, checkAll)

  expect(counts.accepted + counts.rejected).toBe(revisionsWanted * inputsPerRevision)
  // Both outcomes must be frequent, because otherwise the test would prove little about the rarer outcome.
  expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(1_000)
})

const anyInput = fc.oneof(
  attempts.map(({ input }) => input),
  attempts.map(({ input }) => ({ clientRequestId: input.clientRequestId, name: 'Spill' })),
  corrupted(creations),
)

interface Outcome {
  violations: string[]
  values: Record<string, unknown> | undefined
}

async function validateOnServer(client: TocsinClient, body: CreateIncident): Promise<Outcome> {
  const validation = await client.incidents.validate(body)
  if (!validation.accepted) return { violations: shortly(validation.problem.violations), values: undefined }
  return { violations: [], values: valuesOf(validation.incident) }
}

/** Checks a creation on the client. The default of `occurredAt` is the time at which the server received the creation. */
function validateOnClient(rules: Rules, body: CreateIncident, { values: stored }: Outcome): Outcome {
  const receivedAt = String(stored?.occurredAt ?? new Date().toISOString())
  const { violations, values } = checkIncident(rules, body, receivedAt)
  return { violations: shortly(violations), values: violations.length > 0 ? undefined : valuesOf(values) }
}

interface ComparedViolation {
  pointer?: string
  code: string
  message: string
}

/**
 * Makes violations comparable. Omits most messages, because the client's messages contain the names of locations,
 * points and users, and the server's messages do not.
 */
const shortly = (violations: ComparedViolation[]): string[] =>
  violations.map(({ pointer, code, message }) => `${pointer} ${code} ${shapeCodes.has(code) ? message : ''}`).toSorted()

const shapeCodes = new Set([
  'invalid_format',
  'too_long',
  'out_of_range',
  'not_unique',
  'not_allowed_value',
  'field_not_allowed',
])

const valuesOf = (values: object): Record<string, unknown> =>
  Object.fromEntries(businessFields.map((field) => [field, (values as Record<string, unknown>)[field]]))

/** Adds locations, points and users. @returns a function that replaces generated ids in a value with their real ids. */
async function prepareDirectory(scope: OrganizationScope): Promise<<Value>(value: Value) => Value> {
  const ids = new Map<string, string>()
  for (const index of [0, 1]) {
    const location = await addLocation(scope, { name: `Location ${index}` })
    const point = await addPoint(scope, { locationId: location.id, name: `Point ${index}` })
    const user = await addUser(scope, {
      name: `User ${index}`,
      email: `user-${index}@example.com`,
      role: 'member',
      password: undefined,
    })
    for (const [letter, id] of [
      ['d', location.id],
      ['e', point.id],
      ['f', user],
    ] as const) {
      ids.set(`${letter.repeat(7)}${index}-abcd-4000-8000-00000000000${index}`, id)
    }
  }
  const archived = await addLocation(scope, { name: 'Archived' })
  await archiveLocation(scope, archived.id)
  // Any field of the generated inputs may contain this upper-case id. It stands for the id of an archived location.
  ids.set('AAAAAAA0-ABCD-4000-8000-000000000000', archived.id.toUpperCase())
  return (value) => JSON.parse(JSON.stringify(value), (_, text) => ids.get(text) ?? text)
}

async function publishRevisions(scope: OrganizationScope, rename: <Value>(value: Value) => Value): Promise<number[]> {
  const drafts = fc.sample(publishableConfigurations, { numRuns: revisionsWanted * 2, seed }).map(rename)
  const revisions: number[] = []
  for (const draft of drafts) {
    if (revisions.length === revisionsWanted) break
    // Skip a draft whose default point is not in its default location, because it cannot be published.
    const revision = await publishConfiguration(scope, draft).catch(() => undefined)
    if (revision !== undefined) revisions.push(revision)
  }
  expect(revisions).toHaveLength(revisionsWanted)
  return revisions
}

async function inParallel<Item>(items: Item[], act: (item: Item, index: number) => Promise<void>): Promise<void> {
  const remaining = items.entries()
  const work = async () => {
    for (const [index, item] of remaining) await act(item, index)
  }
  await Promise.all(Array.from({ length: 6 }, work))
}
