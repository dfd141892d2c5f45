import { catalogue } from '@tocsin/contract/events/catalogue.ts'
import { sql } from 'kysely'
import { Compile } from 'typebox/compile'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'
import { observeWrites, untilThumbnailsAreMade, writeEverything } from './support/write-everything.ts'

const writes = observeWrites()
const server = await startTestServer()
const { database } = server.database

beforeAll(async () => {
  await logWrites()
  await writeEverything(server)
  await untilThumbnailsAreMade(server)
})

/**
 * Creates triggers that log each write of a row with its transaction, its table and, for an update, the changed
 * columns.
 */
async function logWrites(): Promise<void> {
  await sql`
    create table written (transaction xid8 not null, write text not null);
    create function log_write() returns trigger language plpgsql as $$
    declare
      columns text := (
        select string_agg(key, ', ' order by key) from jsonb_each(to_jsonb(new)) as after
        where after.value is distinct from to_jsonb(old) -> key
      );
    begin
      if tg_op = 'UPDATE' and columns is null then return null; end if;
      insert into written values (
        pg_current_xact_id(),
        lower(tg_op) || ' ' || tg_table_name || case tg_op when 'UPDATE' then ': ' || columns else '' end
      );
      return null;
    end $$;
    do $$
    declare
      name text;
    begin
      for name in
        select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('written')
          and relname not like 'kysely%'
      loop
        execute format(
          'create trigger log_write after insert or update or delete on %I for each row execute function log_write()',
          name
        );
      end loop;
    end $$`.execute(database)
}

const validators = new Map(catalogue.map(({ kind, version, data }) => [`${kind} ${version}`, Compile(data)]))

test('the scenario of this file calls every operation that writes', () => {
  // The scenario cannot call the set-up, because the set-up is closed once there is an administrator.
  expect([...writes.pending].toSorted()).toEqual(['POST /api/console/set-up'])
  expect(writes.succeeded.size).toBeGreaterThan(40)
})

test('the scenario records every kind of event in the catalogue, except the kind that only the demo records', async () => {
  const recorded = await database.selectFrom('events').select('kind').distinct().execute()
  const kinds = new Set(catalogue.map(({ kind }) => kind))
  expect([...kinds].filter((kind) => !recorded.some((event) => event.kind === kind))).toEqual([
    'organization.prepared_for_demo',
  ])
})

test('the data of every recorded event match the schema of its kind and version, and events of incidents have an incident id', async () => {
  const events = await database.selectFrom('events').selectAll().execute()
  const violations = events.flatMap(({ kind, kind_version, data }) => {
    const validator = validators.get(`${kind} ${kind_version}`)
    return validator?.Check(data) ? [] : [{ kind, data, errors: validator?.Errors(data) }]
  })
  expect(violations).toEqual([])
  expect(events.length).toBeGreaterThan(60)
  const ofIncident = new Set<string>(catalogue.filter((entry) => entry.isOfIncident).map(({ kind }) => kind))
  expect(events.filter((event) => ofIncident.has(event.kind) !== (event.incident_id !== null))).toEqual([])
})

/** Returns the writes of the transactions that recorded no event. */
async function findSilentWrites(): Promise<string[]> {
  const { rows } = await sql<{ write: string }>`
    select distinct write from written
    where transaction not in (select transaction from written where write = 'insert events')
    order by write`.execute(database)
  return rows.map(({ write }) => write)
}

/** Writes that need no event, because they change nothing that a user has entered. */
const exceptions = [
  // Failed attempts to sign in are counted, and the count is deleted after a success.
  'delete sign_in_failures',
  'insert sign_in_failures',
  // The time of the last use of an API key is set at most every 30 seconds.
  'update api_keys: last_used_at',
  // A server claims a file before it makes the thumbnail, and may extend the claim. Only the finished thumbnail has an
  // event.
  'update media: thumbnail_attempts, thumbnail_due_at',
  'update media: thumbnail_due_at',
]

const progressColumns = 'delivered_ahead|failing_since|last_delivered_at|lease_id|leased_until|position|retry_at'

/**
 * Returns true for a write that belongs to the delivery of webhooks: it leases an endpoint, moves the position of the
 * endpoint, holds incidents back or logs an attempt.
 */
const isDelivery = (write: string): boolean =>
  /^(insert|update|delete) webhook_(attempts|retries)\b/.test(write) ||
  new RegExp(`^update webhook_endpoints: (${progressColumns})(, (${progressColumns}))*$`).test(write)

test('every transaction that writes a row records an event, except deliveries of webhooks and the writes in `exceptions`', async () => {
  expect((await findSilentWrites()).filter((write) => !exceptions.includes(write) && !isDelivery(write))).toEqual([])
  const { rows: logged } = await sql`select from written`.execute(database)
  expect(logged.length).toBeGreaterThan(100)
})

test('the check of this spec finds a transaction that writes a row without recording an event', async () => {
  await database.updateTable('locations').set({ name: 'Elsewhere' }).execute()
  expect(await findSilentWrites()).toContain('update locations: name')
})
