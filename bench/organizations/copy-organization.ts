import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import { loadFaster } from '../load-incidents.ts'
import { runCommand } from '../run-command.ts'
import { thisCheckout } from '../server-under-test.ts'

const incidents = 10
const organizationsPerStatement = 5_000

/** Organization that is copied. */
export interface Model {
  id: string
  /** Random part of the secret of the model's API key. The secrets of the API keys of all copies end with this part. */
  secretEnd: string
  email: string
  password: string
}

/** Total number of API keys of all returned copies. There are as many sessions. */
const credentials = 3_000

/** Credentials for one copy of the model organization. */
export interface Copy {
  email: string
  password: string
  /** Request headers with an API key; one entry for each key. */
  keys: Record<string, string>[]
  /** Request headers with a console session; one entry for each session. */
  sessions: Record<string, string>[]
}

/** Creates an organization with an administrator, an API key and ten incidents by the command line and the API. */
export async function createModel(dataFolder: string, url: string): Promise<Model> {
  const run = (parameters: string[], input?: string) => runCommand(thisCheckout, dataFolder, parameters, input)
  const id = await run(['organizations', 'create', 'Model'])
  const key = await run(['keys', 'issue', '--name', 'bench'])
  const [email, password] = ['staff@example.com', 'a password long enough']
  await run(['users', 'add', '--name', 'Bench', '--email', email, '--role', 'administrator'], password)
  const json = { 'content-type': 'application/json' }
  await send(`${url}/api/console/session`, json, { email, password })
  for (let n = 0; n < incidents; n++) {
    await send(`${url}/api/v1/incidents`, { ...json, 'x-api-key': key }, creationBody(n))
  }
  return { id, secretEnd: key.slice(-32), email, password }
}

export const creationBody = (n: number) => ({
  clientRequestId: randomUUID(),
  name: `Freezer ${n} too warm`,
  description: `Reported by gateway ${n} on its own, after ${n % 90} minutes without an answer.`,
  priority: 'MAJOR',
  tags: [`tag-${n % 20}`],
  externalId: `gateway-${n}`,
})

async function send(url: string, headers: Record<string, string>, body: object): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

/**
 * Copies the rows of the model until there are `count` organizations. The ids in every copy are new, and refer only to
 * rows of this copy. Works with any schema, because every table of an organization has the column `organization_id`.
 * @param wanted number of copies to return.
 */
export async function copyOrganization(sql: ClientBase, model: Model, count: number, wanted: number): Promise<Copy[]> {
  await sql.query('create table copied (id uuid primary key, n integer unique)')
  // Skip triggers and foreign keys. The rows are copies of valid rows.
  await sql.query('set session_replication_role = replica')
  const statements = await copyStatements(sql, model)
  await loadFaster(sql, async () => {
    for (let from = 1; from < count; from += organizationsPerStatement) {
      const until = Math.min(from + organizationsPerStatement, count) - 1
      await sql.query(`insert into copied select uuidv7(), n from generate_series(${from}, ${until}) as n`)
      for (const statement of statements) await sql.query(`${statement} where copied.n between ${from} and ${until}`)
    }
  })
  await sql.query('set session_replication_role = origin')
  return findCopies(sql, model, Math.floor((count - 1) / wanted), credentials / wanted)
}

/**
 * Inserts more API keys and sessions for every `step`-th copy, so that requests need not share them. Returns these
 * copies.
 */
async function findCopies(sql: ClientBase, model: Model, step: number, keys: number): Promise<Copy[]> {
  const others = `copied on organization_id = copied.id and n % ${step} = 0, generate_series(2, ${keys}) as i`
  await sql.query(`insert into api_keys
    select (jsonb_populate_record(key, jsonb_build_object('id', gen_random_uuid()))).*
    from api_keys as key join ${others}`)
  await sql.query(`insert into sessions
    select (jsonb_populate_record(session, jsonb_build_object(
      'id', gen_random_uuid(), 'token_sha256', ${tokenDigest('copied.id', 'i')}
    ))).*
    from sessions as session join ${others}`)
  await sql.query(
    `update api_keys set secret_sha256 = sha256((replace(organization_id::text, '-', '') || $1)::bytea)
     from copied where organization_id = copied.id and n % ${step} = 0`,
    [model.secretEnd],
  )
  const { rows } = await sql.query<{ id: string; n: number; keyIds: string[] }>(
    `select copied.id, n, json_agg(api_keys.id) as "keyIds" from copied join api_keys on organization_id = copied.id
     where n % ${step} = 0 group by copied.id order by n`,
  )
  return rows.map(({ id, n, keyIds }) => ({
    email: `${n}-${model.email}`,
    password: model.password,
    keys: keyIds.map((keyId) => ({
      'x-api-key': `tocsin_${digitsOf(keyId)}_${digitsOf(id)}${model.secretEnd}`,
    })),
    sessions: keyIds.map((_, i) => ({ cookie: `tocsin_session=${tokenOf(id, i + 1)}` })),
  }))
}

const digitsOf = (id: string): string => id.replaceAll('-', '')

/** Makes the token of the n-th session of a copy. Like every token, it ends in the id of the organization. */
const tokenOf = (id: string, n: number): string =>
  String(n).padStart(43, '0') + Buffer.from(digitsOf(id), 'hex').toString('base64url')

/** Makes the SQL expression for the digest of the token that `tokenOf` makes. */
const tokenDigest = (id: string, n: string): string => `sha256((
  lpad(${n}::text, 43, '0')
  || translate(encode(decode(replace(${id}::text, '-', ''), 'hex'), 'base64'), '+/=', '-_')
)::bytea)`

/**
 * Makes one SQL statement for each table, which copies the model's rows. The caller may append a condition on
 * `copied.n`.
 */
async function copyStatements(sql: ClientBase, { id }: Model): Promise<string[]> {
  const { rows } = await sql.query<{ table: string; columns: string[]; expressions: string[] }>(
    `select columns.table_name as table, array_agg(quote_ident(column_name)::text) as columns, array_agg(case
       when columns.table_name = 'organizations' and column_name = 'id' or column_name = 'organization_id' then 'copied.id'
       when udt_name = 'uuid' then format('md5(copied.id::text || row.%I)::uuid', column_name)
       when column_name = 'email' then 'copied.n || ''-'' || row.email'
       when column_name = 'token_sha256' then $tocsin$${tokenDigest('copied.id', '1')}$tocsin$
       else format('row.%I', column_name)
     end) as expressions
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and (
       columns.table_name = 'organizations' or exists (
         select from information_schema.columns as key
         where key.table_schema = 'public' and key.table_name = columns.table_name and key.column_name = 'organization_id'
       )
     )
     group by columns.table_name`,
  )
  return rows.map(({ table, columns, expressions }) => {
    const key = table === 'organizations' ? 'id' : 'organization_id'
    return `insert into ${table} (${columns.join()}) select ${expressions.join()}
      from copied join ${table} as row on row.${key} = '${id}'`
  })
}
