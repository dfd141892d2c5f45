import type { Pool } from 'pg'
import { idInSql } from './ids.ts'

/** The shape of one Organization's data: a chain of 300 shops over two years. */
const spread = { types: 12, categories: 60, locations: 300, pointsPerLocation: 5, staff: 60, tags: 40 }
const rowsPerStatement = 10_000

/**
 * Fills Organizations with Incidents by SQL, far faster than through the API and with the same columns. Values are skewed
 * as they are in life: few shops report much, most Incidents are closed, half have an assignee.
 * @param rows how many to load; `onProgress` is told of every batch.
 */
export async function loadIncidents(
  pool: Pool,
  organizationId: string,
  rows: number,
  onProgress: (rows: number) => void,
): Promise<void> {
  await loadDirectory(pool, organizationId)
  for (let from = 0; from < rows; from += rowsPerStatement) {
    const to = Math.min(from + rowsPerStatement, rows)
    await pool.query(insertIncidents, [organizationId, from, to, rows])
    onProgress(to - from)
  }
}

async function loadDirectory(pool: Pool, organizationId: string): Promise<void> {
  const statements = [
    `insert into locations (organization_id, id, name)
     select $1::uuid, ${idInSql('location', 'n')}, 'Shop ' || n from generate_series(0, ${spread.locations - 1}) n
     on conflict do nothing`,
    `insert into points (organization_id, id, location_id, name)
     select $1::uuid, ${idInSql('point', 'n')}, ${idInSql('location', `n / ${spread.pointsPerLocation}`)}, 'Freezer ' || n
     from generate_series(0, ${spread.locations * spread.pointsPerLocation - 1}) n on conflict do nothing`,
    `insert into users (organization_id, id, name, email)
     select $1::uuid, ${idInSql('user', 'n')}, 'Staff ' || n, 'staff' || n || '@example.com'
     from generate_series(0, ${spread.staff - 1}) n on conflict do nothing`,
  ]
  for (const statement of statements) await pool.query(statement, [organizationId])
}

/** A row's own random number from 0 to 1, another one with each salt: its columns do not follow from each other. */
const random = (salt: string) => `(('x' || substr(md5(n || '${salt}'), 1, 7))::bit(28)::int / 268435456.0)`

/** Small numbers are likelier: a third of all rows falls into the first few per cent. */
const skewed = (salt: string, count: number) => `floor(${count} * power(${random(salt)}, 2))::int`

const insertIncidents = `
  with numbered as (
    select
      n,
      ${skewed('location', spread.locations)} as location,
      ${skewed('category', spread.categories)} as category,
      now() - interval '730 days' * (1 - n / $4::int::float8) as created
    from generate_series($2::int, $3::int - 1) n
  ),
  named as (
    select
      numbered.*,
      (array ['Freezer', 'Till', 'Delivery', 'Door', 'Lift', 'Alarm', 'Leak', 'Scanner'])[1 + floor(8 * ${random('noun')})::int]
        || ' ' || n || ' '
        || (array ['too warm', 'offline', 'damaged', 'blocked', 'late', 'broken'])[1 + floor(6 * ${random('verb')})::int]
        || case when n % greatest($4::int / 20, 1) = 7 then ' quokka' else '' end as name,
      array ['tag-' || ${skewed('tag', spread.tags / 2)}, 'tag-' || (${spread.tags / 2} + ${skewed('other tag', spread.tags / 2)})] as tags
    from numbered
  )
  insert into incidents (
    organization_id, id, client_request_id, request_sha256, name, description, type_id, category_id, priority, state_id,
    location_id, point_id, assignee_id, occurred_at, tags, latitude, longitude, external_id, search_text,
    creation_config_version, created_by, created_at, last_modified_at
  )
  select
    $1::uuid, (lpad(to_hex((extract(epoch from created) * 1000)::bigint), 12, '0') || '7' || substr(md5($1::uuid::text || n), 1, 3) || '8'
      || substr(md5(n || 'id' || $1::text), 1, 15))::uuid,
    gen_random_uuid(), sha256(n::text::bytea), name, 'Reported by gateway ' || location || ' on its own',
    ${idInSql('type', `category % ${spread.types}`)}, ${idInSql('category', 'category')},
    (array ['MINOR', 'NORMAL', 'NORMAL', 'NORMAL', 'MAJOR', 'CRITICAL'])[1 + floor(6 * ${random('priority')})::int]::incident_priority,
    (select state.id from workflow_states as state where state.organization_id = $1::uuid and state.position =
      case when ${random('state')} < 0.9 then 3 else floor(3 * ${random('open')})::int end),
    ${idInSql('location', 'location')},
    ${idInSql('point', `location * ${spread.pointsPerLocation} + floor(${spread.pointsPerLocation} * ${random('point')})::int`)},
    case when ${random('assigned')} < 0.5 then ${idInSql('user', skewed('assignee', spread.staff))} end,
    created - interval '2 hours' * ${random('occurred')}, tags, 52 + ${random('latitude')}, 13 + ${random('longitude')},
    'gateway-' || location || '/' || n, upper(name || chr(31) || array_to_string(tags, chr(31))), 1,
    (select id from users as auditor where auditor.organization_id = $1::uuid and auditor.kind = 'external_api_auditor'),
    created, created + interval '3 days' * ${random('modified')} * ${random('modified too')}
  from named`
