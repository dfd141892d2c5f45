import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import { counts, idOf } from './data.ts'
import { runCommand } from './run-command.ts'

/** Organization with `rows` incidents, in which operations are measured. */
export interface MeasuredOrganization {
  rows: number
  id: string
  /** Request headers with an API key. */
  key: Record<string, string>
  /** Request headers with a session of the console. */
  session: Record<string, string>
  /** Number of the current revision of the creation configuration. */
  revision: number
  openStates: string[]
}

/** Checkout under measurement, with its data folder, the URL of its running server and a connection to its database. */
export interface Place {
  checkout: string
  dataFolder: string
  url: string
  sql: ClientBase
}

/**
 * Creates an organization without incidents, which are loaded later. Runs the `tocsin` commands of the measured
 * checkout, because its code and database schema may differ from those of this checkout.
 */
export async function createMeasuredOrganization(place: Place, rows: number): Promise<MeasuredOrganization> {
  const { checkout, dataFolder, sql } = place
  const run = (parameters: string[], input?: string) => runCommand(checkout, dataFolder, parameters, input)
  const name = `${rows} incidents ${randomUUID().slice(0, 8)}`
  const id = await run(['organizations', 'create', name])
  const of = ['--organization', name]
  const revision = Number(await run(['configuration', 'publish', '-', ...of], JSON.stringify(configuration())))
  const key = await run(['keys', 'issue', '--name', 'bench', ...of])
  const email = `${randomUUID()}@example.com`
  const password = 'a password long enough'
  await run(['users', 'add', '--name', 'Bench', '--email', email, '--role', 'administrator', ...of], password)
  const { rows: states } = await sql.query<{ id: string }>(
    'select id from workflow_states where organization_id = $1 and not is_final order by position',
    [id],
  )
  return {
    rows,
    id,
    key: { 'x-api-key': key },
    session: await signIn(place.url, email, password),
    revision,
    openStates: states.map((state) => state.id),
  }
}

async function signIn(url: string, email: string, password: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  const cookie = response.headers.getSetCookie().map((text) => text.split(';', 1)[0]!)
  return { cookie: cookie.join('; '), 'x-csrf-token': csrfToken }
}

function configuration() {
  const profileId = idOf('profile', 0)
  return {
    types: numbersBelow(counts.types).map((n) => ({ id: idOf('type', n), name: `Type ${n}`, active: true, profileId })),
    categories: numbersBelow(counts.types * counts.categoriesPerType).map((n) => ({
      id: idOf('category', n),
      typeId: idOf('type', Math.floor(n / counts.categoriesPerType)),
      name: `Category ${n}`,
      active: true,
    })),
    profiles: [{ id: profileId, name: 'Standard', fields: { name: { rule: 'required' } } }],
    defaultProfileId: profileId,
  }
}

const numbersBelow = (count: number): number[] => Array.from({ length: count }, (_, n) => n)
