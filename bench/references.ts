import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sessionSettings } from '@tocsin/server/src/database/open.ts'
import pg from 'pg'
import { idInSql } from './data.ts'
import { summarize } from './http-load.ts'
import type { MeasuredOrganization } from './organization.ts'

/**
 * SQL statement that does the work of an API operation in the database, without HTTP. It is measured with the driver
 * pg, and also with pgbench if that is installed.
 */
export interface Reference {
  name: string
  /** SQL text. `$1` is the id of the organization. A statement that inserts has `$2` and `$3` for two new ids. */
  text: string
  makesRows: boolean
}

/** Statement that inserts the rows of one creation: the incident and its event. */
export const singleInsert: Reference = {
  name: 'insert one Incident and its event',
  makesRows: true,
  text: `
    with stored as (
      insert into incidents (organization_id, id, client_request_id, request_sha256, search_text,
        creation_config_version, created_by, state_id, location_id, point_id, type_id, category_id, assignee_id, name,
        description, priority, occurred_at, tags, latitude, longitude, external_id)
      select $1::uuid, $2::uuid, $3::uuid, sha256('x'), 'FREEZER TOO WARM' || chr(31) || 'TAG-1' || chr(31) || 'TAG-2', 1,
        (select id from users where organization_id = $1::uuid and kind = 'external_api_auditor'),
        (select id from workflow_states where organization_id = $1::uuid and is_initial),
        ${idInSql('location', '0')}, ${idInSql('point', '0')}, ${idInSql('type', '0')}, ${idInSql('category', '0')},
        ${idInSql('user', '0')}, 'Freezer too warm', 'Reported by gateway 7 on its own, after 12 minutes without an answer.',
        'MAJOR', now(), '{tag-1,tag-2}', 52.5, 13.4, 'gateway-7/12'
      returning id, created_by
    )
    insert into events (organization_id, id, kind, incident_id, actor_id, data)
    select $1::uuid, $3::uuid, 'incident.created', id, created_by, '{}' from stored`,
}

/** Statement that reads a page of incidents as columns. To use it, a server would have to build the JSON itself. */
export const newestRows: Reference = {
  name: 'select the newest 50',
  makesRows: false,
  text: `
    select id, client_request_id, name, description, type_id, category_id, priority, state_id, location_id, point_id,
      assignee_id, occurred_at, array_to_json(tags), latitude, longitude, external_id, array_to_json(media_ids),
      created_by, created_at, last_modified_at, creation_config_version
    from incidents where organization_id = $1::uuid and deleted_at is null
    order by created_at desc, id desc limit 51`,
}

/**
 * Statement that reads a page as stored JSON text, as the server does. It costs PostgreSQL and the client less work
 * than the statement `newestRows`.
 */
export const newestResponses: Reference = {
  name: 'select the newest 50 as the JSON that is kept',
  makesRows: false,
  text: `
    select string_agg(response, E',\\n') as text, cast(count(*) as int) as count
    from (
      select response from incidents where organization_id = $1::uuid and deleted_at is null
      order by created_at desc, id desc limit 51
    ) as page`,
}

/** Rate and response times of a reference. CPU time and other resources are not measured. */
interface Rate {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export interface ReferenceLoad {
  connection: pg.ClientConfig
  organization: MeasuredOrganization
  connections: number
  seconds: number
}

/** Measures a statement with the driver pg, on several connections at the same time. */
export async function measureDriver(reference: Reference, load: ReferenceLoad): Promise<Rate> {
  const clients = Array.from({ length: load.connections }, () => new pg.Client(load.connection))
  await Promise.all(clients.map((client) => client.connect()))
  const durationsMs: number[] = []
  const startedAtMs = performance.now()
  const endsAtMs = startedAtMs + load.seconds * 1000
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < endsAtMs) {
        const values = [load.organization.id, ...(reference.makesRows ? [randomUUID(), randomUUID()] : [])]
        const sentAtMs = performance.now()
        await client.query({ name: reference.name, text: reference.text, values })
        durationsMs.push(performance.now() - sentAtMs)
      }
    }),
  )
  const measurement = summarize(durationsMs, performance.now() - startedAtMs)
  await Promise.all(clients.map((client) => client.end()))
  return measurement
}

/**
 * Measures a statement with pgbench, which reports the rate and the mean response time, but no percentiles.
 * @returns the rate. `p50Ms` is the mean response time, and `p99Ms` is NaN. Undefined if pgbench is not installed.
 */
export async function measurePgbench(
  reference: Reference,
  { connection, organization, connections, seconds }: ReferenceLoad,
  folder: string,
): Promise<Rate | undefined> {
  const script = join(folder, 'pgbench.sql')
  // Replace `::uuid` by `cast`, because pgbench reads a colon as the start of a variable.
  const text = reference.text
    .replaceAll('$1::uuid', `cast('${organization.id}' as uuid)`)
    .replaceAll(/\$[23]::uuid/g, 'gen_random_uuid()')
  await writeFile(script, `${text.replaceAll('\n', ' ')};\n`)
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(connections),
    '-j',
    '2',
    '-T',
    String(Math.ceil(seconds)),
    '-f',
    script,
  ]
  const { host = '', port = 5432, user = '', password, database = '' } = connection
  try {
    const { stdout } = await promisify(execFile)('pgbench', options, {
      env: {
        PATH: '/usr/bin:/bin',
        PGHOST: host,
        PGPORT: String(port),
        PGUSER: user,
        PGPASSWORD: String(password),
        PGDATABASE: database,
        PGOPTIONS: sessionSettings,
      },
    })
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    const meanMs = Number(/latency average = ([\d.]+)/.exec(stdout)?.[1])
    return { perSecond, p50Ms: meanMs, p99Ms: NaN }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
