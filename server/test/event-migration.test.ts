import { readFile } from 'node:fs/promises'
import { catalogue } from '@tocsin/contract/events/catalogue.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { Compile } from 'typebox/compile'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../src/database/new-id.ts'
import { translateEvents } from '../src/database/migrations/translate-events.ts'
import { openDatabase, type Database } from '../src/database/open.ts'
import { olderDatabase } from './support/older-database.ts'
import {
  comment,
  commentMedia,
  eventsOfIncident,
  incident,
  media,
  organization,
  other,
  otherEvents,
  state,
  user,
} from './support/previous-events.ts'

const { databaseUrl: url } = await olderDatabase('0013', insertSubjects)
const client = new pg.Client(url)
await client.connect()
afterAll(() => client.end())

/**
 * Inserts rows as the previous version did: an incident, its file, its deleted comment, and the file of this comment.
 */
async function insertSubjects(database: Database): Promise<void> {
  const rows = `
    insert into organizations (id, name) values ('${organization}', 'Shops');
    insert into users (organization_id, id, kind, name) values ('${organization}', '${user}', 'operator', 'Operator');
    insert into workflow_states (organization_id, id, name, position, is_initial)
      values ('${organization}', '${state}', 'Open', 0, true);
    insert into creation_configurations (organization_id, revision, content) values ('${organization}', 1, '{}');
    insert into incidents (organization_id, id, client_request_id, request_sha256, priority, state_id, occurred_at, tags,
      search_text, creation_config_version, created_by)
      values ('${organization}', '${incident}', '${other}', 'x', 'NORMAL', '${state}', now(), '{}', '', 1, '${user}');
    insert into comments (organization_id, id, entity_kind, related_entity_id, made_through_api, created_by, deleted_at)
      values ('${organization}', '${comment}', 'incident', '${incident}', false, '${user}', now());
    insert into media (organization_id, id, incident_id, comment_id, file_name, content_type, size_bytes, sha256,
      has_thumbnail, created_by) values
      ('${organization}', '${media}', '${incident}', null, 'a.txt', 'text/plain', 1, 'x', false, '${user}'),
      ('${organization}', '${commentMedia}', null, '${comment}', 'b.txt', 'text/plain', 1, 'x', false, '${user}')`
  await sql.raw(rows).execute(database)
}

const rows = [...eventsOfIncident, ...otherEvents]

const subjectKinds = new Map([
  [incident, 'incident'],
  [comment, 'comment'],
  [media, 'media'],
  [commentMedia, 'media'],
])
const nounOf = (kind: string): string => /^(api_key|creation_configuration|[a-z]+)_/.exec(kind)![1]!

/** Inserts all events as the previous version did, and returns their ids in the order of `rows`. */
async function insertEvents(): Promise<string[]> {
  const ids: string[] = []
  for (const [kind, subject, changes, , , version] of rows) {
    const id = newId()
    ids.push(id)
    await client.query(
      `insert into events (organization_id, id, kind, subject_kind, subject_id, actor_id, changes, version)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        organization,
        id,
        kind,
        subjectKinds.get(subject) ?? nounOf(kind),
        subject,
        user,
        JSON.stringify(changes),
        version,
      ],
    )
  }
  return ids
}

const translated = rows.map(([, , , kind, data]) => {
  return {
    kind,
    kind_version: 1,
    incident_id: eventsOfIncident.some((row) => row[3] === kind) ? incident : null,
    data,
    changes: {},
  }
})

const readEvents = async (ids: string[]): Promise<unknown[]> => {
  const found = await client.query<{ id: string }>(
    'select id, kind, kind_version, incident_id, data, changes from events where id = any($1)',
    [ids],
  )
  const byId = new Map(found.rows.map(({ id, ...event }) => [id, event]))
  return ids.map((id) => byId.get(id))
}

test('the migration translates the events of the previous version, even events that are inserted after the migration', async () => {
  const stored = await insertEvents()
  await client.query(await readFile(new URL('../migrations/0013-event-catalogue.sql', import.meta.url), 'utf8'))
  const { database, close } = await openDatabase({ databaseUrl: url, dataFolder: '', log: () => undefined })
  onTestFinished(close)
  await translateEvents(database, () => undefined)
  expect(await readEvents(stored)).toEqual(translated)
  expect(await readEvents(await insertEvents())).toEqual(translated)
})

test('the data that this file expects of translated events match the schemas of the event catalogue', () => {
  const violations = rows.filter(([, , , kind, data]) => {
    const entry = catalogue.find((one) => one.kind === kind && one.version === 1)
    return !entry || !Compile(entry.data).Check(data)
  })
  expect(violations).toEqual([])
  const covered = new Set(rows.map(([, , , kind]) => kind))
  // The previous version had no webhooks, and recorded no event when an organization was created or views were
  // arranged.
  const kinds = catalogue.map(({ kind }) => kind).filter((kind) => !kind.startsWith('webhook_endpoint.'))
  expect(kinds.filter((kind) => !covered.has(kind))).toEqual(['organization.created', 'user.views_arranged'])
})
