import type { ClientBase } from 'pg'
import { counts, idInSql, nouns, rareWords, verbs, wordOfShare } from './data.ts'

const rowsPerStatement = 25_000

/**
 * Fills organizations with incidents by SQL. The rows have all values that the API would have stored. Secondary indexes
 * and foreign keys are dropped before loading and created again afterwards, which makes loading many times faster.
 * @param organizations ids of the organizations, each with the number of incidents to load.
 * @param onProgress called after each statement with the number of rows that the statement has loaded.
 * @throws Error if the table of incidents has a required column for which this file has no value.
 */
export async function loadIncidents(
  client: ClientBase,
  organizations: { id: string; rows: number }[],
  onProgress: (rows: number) => void,
): Promise<void> {
  for (const { id } of organizations) await loadDirectory(client, id)
  const insert = await insertion(client)
  await loadFaster(client, async () => {
    for (const { id, rows } of organizations) {
      await client.query('select setseed(0.42)')
      for (let from = 0; from < rows; from += rowsPerStatement) {
        const to = Math.min(from + rowsPerStatement, rows)
        await client.query(insert, [id, from, to, rows])
        onProgress(to - from)
      }
    }
  })
}

/** Runs `load` without the foreign keys and secondary indexes of incidents, then creates them and analyzes all tables. */
export async function loadFaster(client: ClientBase, load: () => Promise<void>): Promise<void> {
  const restore = await dropChecksAndIndexes(client)
  await load()
  for (const statement of restore) await client.query(statement)
  await client.query('vacuum analyze')
}

async function loadDirectory(client: ClientBase, organizationId: string): Promise<void> {
  const { locations, pointsPerLocation, users } = counts
  const statements = [
    `insert into locations (organization_id, id, name)
     select $1::uuid, ${idInSql('location', 'n')}, 'Shop ' || n from generate_series(0, ${locations - 1}) n`,
    `insert into points (organization_id, id, location_id, name)
     select $1::uuid, ${idInSql('point', 'n')}, ${idInSql('location', `n / ${pointsPerLocation}`)}, 'Freezer ' || n
     from generate_series(0, ${locations * pointsPerLocation - 1}) n`,
    `insert into users (organization_id, id, name, email)
     select $1::uuid, ${idInSql('user', 'n')}, 'Staff ' || n, 'staff' || n || '@example.com'
     from generate_series(0, ${users - 1}) n`,
  ]
  for (const statement of statements) await client.query(statement, [organizationId])
}

/** Drops the foreign keys and secondary indexes of incidents. @returns the SQL statements that create them again. */
async function dropChecksAndIndexes(client: ClientBase): Promise<string[]> {
  const { rows: constraints } = await client.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'incidents'::regclass and contype = 'f'`,
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'incidents'::regclass
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name } of constraints) await client.query(`alter table incidents drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return [
    ...indexes.map(({ definition }) => definition),
    ...constraints.map(({ name, definition }) => `alter table incidents add constraint ${name} ${definition}`),
  ]
}

/**
 * SQL expressions for the values of the columns, built from the random values of `pickedRows`. An expression for a
 * column that the measured checkout lacks is not used.
 */
const columns: Record<string, string> = {
  organization_id: '$1::uuid',
  id: `(lpad(to_hex((extract(epoch from created) * 1000)::bigint), 12, '0') || '7' || substr(md5($1::text || n), 1, 3) || '8'
    || substr(md5(n || 'id' || $1::text), 1, 15))::uuid`,
  number: 'n + 1',
  client_request_id: 'gen_random_uuid()',
  request_sha256: 'sha256(n::text::bytea)',
  name: 'name',
  description: `'Reported by gateway ' || location || ' on its own, after ' || n % 90 || ' minutes without an answer.'`,
  type_id: idInSql('type', 'type'),
  category_id: idInSql('category', `type * ${counts.categoriesPerType} + n % ${counts.categoriesPerType}`),
  priority: 'priority::incident_priority',
  state_id: `(select id from workflow_states as state where state.organization_id = $1::uuid and state.position = picked.state)`,
  location_id: idInSql('location', 'location'),
  point_id: idInSql('point', `location * ${counts.pointsPerLocation} + n % ${counts.pointsPerLocation}`),
  assignee_id: `case when is_assigned then ${idInSql('user', 'assignee')} end`,
  occurred_at: `created - interval '2 hours' * random()`,
  tags: 'tags',
  latitude: '52 + random()',
  longitude: '13 + random()',
  external_id: `'gateway-' || location || '/' || n`,
  search_text: 'upper(name || chr(31) || array_to_string(tags, chr(31)))',
  creation_config_version: '(select max(revision) from creation_configurations where organization_id = $1::uuid)',
  created_by: `case when creator < 3 then ${idInSql('user', 'creator')} else
    (select id from users as auditor where auditor.organization_id = $1::uuid and auditor.kind = 'external_api_auditor') end`,
  created_at: 'created',
  last_modified_at: `created + interval '3 days' * random() * random()`,
}
/** Columns that are not inserted, so that they get the default value of the table. */
const defaulted = ['media_ids', 'deleted_at', 'version', 'deleted_by']

async function insertion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string; isNeeded: boolean }>(
    `select column_name as name, is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' as "isNeeded"
     from information_schema.columns where table_schema = 'public' and table_name = 'incidents'`,
  )
  const unknown = rows.filter(({ name, isNeeded }) => isNeeded && !columns[name] && !defaulted.includes(name))
  if (unknown.length > 0)
    throw new Error(`load-incidents.ts has no value for ${unknown.map(({ name }) => name).join()}`)
  const names = Object.keys(columns).filter((name) => rows.some((row) => row.name === name))
  return `${pickedRows}
  insert into incidents (${names.join(', ')}) select ${names.map((name) => columns[name]).join(', ')} from picked`
}

/**
 * Makes an SQL expression for an index from 0 to `count - 1`: 0 in 30 % of all rows, 1 in 1 %, 2 in 0.01 %, and one of
 * the other indexes in the remaining rows.
 * @param drawn SQL expression of a random number from 0 to 1.
 */
const pick = (drawn: string, count: number) => `case when ${drawn} < 0.3 then 0 when ${drawn} < 0.31 then 1
  when ${drawn} < 0.3101 then 2 else 3 + floor(${count - 3} * (${drawn} - 0.3101) / 0.6899)::int end`

const oneOf = (words: string[], drawn = 'random()') =>
  `(array [${words.map((word) => `'${word}'`).join()}])[1 + floor(${words.length} * ${drawn})::int]`

const pickedRows = `
  with drawn as (
    select n, random() as location, random() as type, random() as assignee, random() as creator, random() as tag,
      random() as priority, random() as state, random() as word,
      now() - interval '730 days' * (1 - n / $4::int::float8) as created
    from generate_series($2::int, $3::int - 1) n
  ),
  picked as (
    select n, created, ${pick('location', counts.locations)} as location, ${pick('type', counts.types)} as type,
      ${pick('assignee', counts.users)} as assignee, assignee < 0.3101 or random() < 0.3 as is_assigned,
      ${pick('creator', counts.users)} as creator,
      case when state < 0.15 then 0 when state < 0.25 then 1 when state < 0.3 then 2 else 3 end as state,
      case when priority < 0.3 then 'MAJOR' when priority < 0.31 then 'CRITICAL' when priority < 0.5 then 'MINOR'
        else 'NORMAL' end as priority,
      array ['tag-' || ${pick('tag', counts.tags / 2)}, 'tag-' || (${counts.tags / 2} + floor(${counts.tags / 2} * random())::int)] as tags,
      ${oneOf(nouns)} || ' ' || ${oneOf(rareWords, 'word')} || ' ' || ${oneOf(verbs)} || ' ' || n
        || case when random() < 0.3 then ' ${wordOfShare['30 %']}' else '' end
        || case when random() < 0.0001 then ' ${wordOfShare['0.01 %']}' else '' end as name
    from drawn
  )`
