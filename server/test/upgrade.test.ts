import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { findOpenMigrations, migrate } from '../src/database/migrate.ts'
import { openDatabase, type Database } from '../src/database/open.ts'
import type { Tables } from '../src/database/tables.ts'
import { insertIncidents, insertOrganization, olderDatabase, type OlderOrganization } from './support/older-database.ts'

const incidentsBefore = 6_000
const writersCount = 4

const { databaseUrl, filled: older } = await olderDatabase('0011', async (database) => {
  const organization = await insertOrganization(database)
  for (let count = 0; count < incidentsBefore; count += 2_000) await create(database, organization, 2_000)
  return organization
})
const { organizationId, actorId } = older
const { database, close } = await openDatabase({
  databaseUrl,
  dataFolder: '',
  log: () => undefined,
  connections: writersCount + 2,
})
afterAll(close)

/** Creates incidents with their events, as the previous version does. @returns the ids of the incidents. */
async function create(executor: Database, organization: OlderOrganization, count: number): Promise<string[]> {
  const ids = await insertIncidents(executor, organization, count)
  await sql`
    insert into events (organization_id, id, kind, subject_kind, subject_id, actor_id, changes)
    select ${organization.organizationId}, gen_random_uuid(), 'incident_created', 'incident', id, created_by,
      jsonb_build_object('clientRequestId', client_request_id, 'stateId', state_id::text)
    from incidents where organization_id = ${organization.organizationId} and id = any(${ids}::uuid[])`.execute(
    executor,
  )
  return ids
}

async function recordBefore(executor: Database, kind: string, subject: string, id: string, changes: object) {
  await sql`
    insert into events (organization_id, id, kind, subject_kind, subject_id, actor_id, changes)
    values (${organizationId}, gen_random_uuid(), ${kind}, ${subject}, ${id}, ${actorId}, ${JSON.stringify(changes)})
  `.execute(executor)
}

const inTransaction = <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> =>
  database.transaction().execute(work)

/** Creates an incident, adds a comment, and changes the incident, each in a transaction, as the previous version does. */
async function writeAsBefore(): Promise<void> {
  const [id] = await inTransaction((transaction) => create(transaction, older, 1))
  await inTransaction(async (transaction) => {
    const commentId = randomUUID()
    await sql`
      insert into comments (organization_id, id, entity_kind, related_entity_id, message, made_through_api, created_by)
      values (${organizationId}, ${commentId}, 'incident', ${id!}, 'Seen', true, ${actorId})`.execute(transaction)
    const changes = { relatedEntityId: id, message: 'Seen', externalId: null }
    await recordBefore(transaction, 'comment_added', 'comment', commentId, changes)
  })
  await inTransaction(async (transaction) => {
    await sql`
      update incidents set name = 'Louder', last_modified_at = clock_timestamp() + interval '1 second'
      where organization_id = ${organizationId} and id = ${id!}`.execute(transaction)
    await recordBefore(transaction, 'incident_edited', 'incident', id!, { name: [null, 'Louder'] })
  })
}

test('programs of the previous version write without errors during all migrations, and no event is lost', async () => {
  const migrated = new AbortController()
  let written = 0
  const writers = Array.from({ length: writersCount }, async () => {
    while (!migrated.signal.aborted) {
      await writeAsBefore()
      written++
    }
  })
  const open = await findOpenMigrations(database)
  const ran = await migrate(database, () => undefined).finally(() => migrated.abort())
  await Promise.all(writers)

  expect(ran).toEqual(open)
  expect(ran.length).toBeGreaterThan(5)
  const { rows: events } = await sql<{ kind: string; count: number; positions: number; last: number }>`
    select kind, count(*)::integer as count from events group by kind order by kind`.execute(database)
  expect(events).toEqual([
    { kind: 'comment.created', count: written },
    { kind: 'incident.changed', count: written },
    { kind: 'incident.created', count: incidentsBefore + written },
  ])
  const { rows: positions } = await sql`
    select count(distinct position)::integer as different, min(position)::integer as first, max(position)::integer as last
    from events`.execute(database)
  const total = incidentsBefore + 3 * written
  expect(positions).toEqual([{ different: total, first: 1, last: total }])
  const { rows: misnumbered } = await sql`
    select incidents.id from incidents left join events on events.incident_id = incidents.id
      and events.kind = 'incident.created' and events.position = incidents.number
    where events.id is null`.execute(database)
  expect(misnumbered).toEqual([])
})
