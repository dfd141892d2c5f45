import { randomUUID } from 'node:crypto'
import { checkCreation } from '@tocsin/contract/rules/check-creation.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { insertCommentsOnCluster } from '../src/comments/cluster-queries.ts'
import { insertComments, type NewComment } from '../src/comments/queries.ts'
import { claimKey } from '../src/http/idempotency/queries.ts'
import { deleteIncident } from '../src/incidents/change/delete.ts'
import { insertIncidentsOnCluster } from '../src/incidents/create/cluster-queries.ts'
import { insertIncidents, type NewIncident } from '../src/incidents/create/creation-queries.ts'
import type { OrganizationScope } from '../src/scope.ts'
import { newIncident, startTestServer } from './support/harness.ts'
import { codesOf, meetBehind, valuesOf } from './support/lock-waits.ts'
import { sendTogether } from './support/send-together.ts'

// With 30 database connections, an organization may have six requests in progress that wait for a lock.
const { newOrganization } = await startTestServer({ DATABASE_CONNECTIONS: 30 })

afterEach(() => void vi.restoreAllMocks())

const profileId = randomUUID()
const withoutRules = {
  types: [],
  categories: [],
  profiles: [{ id: profileId, name: 'Standard', fields: {} }],
  defaultProfileId: profileId,
}

const newCreation = ({ actorId }: OrganizationScope, clientRequestId: Uuid): NewIncident => ({
  id: uuidv7(),
  actorId,
  keyId: null,
  clientRequestId,
  requestSha256: '',
  searchText: '',
  creationConfigVersion: 1,
  underCurrentRevision: true,
  textLength: 0,
  values: checkCreation(withoutRules, { clientRequestId }, '2026-03-01T08:30:00.000Z').values,
})

const newComment = (
  { actorId }: OrganizationScope,
  { id: relatedEntityId }: IncidentResponse,
  idempotencyKey: string,
): NewComment => ({
  id: uuidv7(),
  actorId,
  keyId: null,
  relatedEntityId,
  message: null,
  externalId: null,
  madeThroughApi: true,
  textLength: 0,
  idempotencyKey,
  requestSha256: '',
})

/**
 * Inserts one row for each of the given keys with one statement. A key is a clientRequestId or an Idempotency-Key.
 * Returns the keys of the rows that this statement has stored.
 */
type Insert = (scope: OrganizationScope, keys: Uuid[]) => Promise<Uuid[]>

const insertCreationsWith =
  (insert: typeof insertIncidents): Insert =>
  async (scope, keys) => {
    const creations = keys.map((key) => newCreation(scope, key))
    const rows = await insert(scope, creations)
    const stored = new Set(rows.filter(({ response }) => response !== null).map(({ id }) => id))
    return creations.filter(({ id }) => stored.has(id)).map(({ clientRequestId }) => clientRequestId)
  }

const insertCommentsWith =
  (insert: typeof insertComments, incident: IncidentResponse): Insert =>
  async (scope, keys) => {
    const comments = keys.map((key) => newComment(scope, incident, key))
    const stored = new Set((await insert(scope, comments)).map(({ id }) => id))
    return comments.filter(({ id }) => stored.has(id)).map(({ idempotencyKey }) => idempotencyKey!)
  }

const inserts: Record<string, (incident: IncidentResponse) => Insert> = {
  creations: () => insertCreationsWith(insertIncidents),
  comments: (incident) => insertCommentsWith(insertComments, incident),
  'creations for a cluster': () => insertCreationsWith(insertIncidentsOnCluster),
  'comments for a cluster': (incident) => insertCommentsWith(insertCommentsOnCluster, incident),
}

test.each(Object.keys(inserts))(
  'two statements that insert the same %s in opposite order store each row once and cause no deadlock',
  async (kind) => {
    const { scope, call } = await newOrganization()
    const insert = inserts[kind]!(await newIncident(call))
    const [first, middle, last] = [randomUUID(), randomUUID(), randomUUID()].toSorted() as [Uuid, Uuid, Uuid]
    // Both inserts wait for the lock of the middle key. If each insert locked its keys in the given order, one insert
    // would have locked `first` and the other `last`. The two would then wait for each other: a deadlock.
    const outcomes = await meetBehind(scope, (inner) => insert(inner, [middle]), [
      () => insert(scope, [first, middle, last]),
      () => insert(scope, [last, middle, first]),
    ])
    expect(codesOf(outcomes)).toEqual(['done', 'done'])
    expect(valuesOf(outcomes).flat().toSorted()).toEqual([first, last])
  },
)

test.each([
  ['on one PostgreSQL', insertComments],
  ['on a cluster', insertCommentsOnCluster],
])(
  'an insert of comments %s locks all its Idempotency-Keys before the feed, which prevents a deadlock',
  async (_, insert) => {
    const { scope, call } = await newOrganization()
    const [incident, other] = [await newIncident(call), await newIncident(call)]
    const key = randomUUID()
    const comments = [
      { ...newComment(scope, incident, ''), idempotencyKey: undefined },
      newComment(scope, incident, key),
    ]
    const outcomes = await meetBehind(
      scope,
      (inner) => claimKey(inner, { key, operation: 'update-comment', resourceId: incident.id, requestSha256: '' }),
      [() => insert(scope, comments)],
      // This transaction has locked the key, and locks the feed when it commits. If the insert locked the feed before
      // the key, the insert and this transaction would wait for each other: a deadlock.
      (inner) => deleteIncident(inner, other.id),
    )
    expect(codesOf(outcomes)).toEqual(['done'])
    expect(valuesOf(outcomes).flat()).toHaveLength(1)
  },
)

/** Returns the number of rows that each INSERT statement has added to a table, in the order of the statements. */
async function statementSizes({ database, organizationId }: OrganizationScope, table: string): Promise<number[]> {
  const { rows } = await sql<{ size: number }>`
    select count(*) as size from ${sql.table(table)}
    where organization_id = ${organizationId} group by xmin order by min(id::text)`.execute(database)
  return rows.map(({ size }) => size)
}

const sixTimes = <Work>(work: Work): Work[] => Array.from({ length: 6 }, () => work)

test('inserts simultaneous creations with long texts in several SQL statements', async () => {
  const { scope, call } = await newOrganization()
  const text = 'x'.repeat(400_000)
  const tags = Array.from({ length: 1_000 }, (_, index) => String(index).padEnd(100, 'x'))
  await sendTogether(
    scope,
    'incidents',
    sixTimes(() => newIncident(call, { description: text, externalId: text, tags })),
  )
  expect(await statementSizes(scope, 'incidents')).toEqual([1, 4, 1])
})

test('inserts simultaneous comments with a long externalId in several SQL statements', async () => {
  const { scope, call } = await newOrganization()
  const { id: relatedEntityId } = await newIncident(call)
  const body = { relatedEntityId, externalId: 'x'.repeat(900_000) }
  const responses = await sendTogether(
    scope,
    'comments',
    sixTimes(() => call('POST', '/comments/by-entity-type/incident', { body })),
  )
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
  expect(await statementSizes(scope, 'comments')).toEqual([1, 4, 1])
})
