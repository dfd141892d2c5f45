import { readdir, readFile } from 'node:fs/promises'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { View } from '@tocsin/contract/console/view.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from './support/harness.ts'

const server = await startTestServer()
const migrations = new URL('../migrations/', import.meta.url)

/** Runs the migration over views that were saved since, as it ran over those saved before. */
async function migrateViews(): Promise<void> {
  const name = (await readdir(migrations)).find((each) => each.endsWith('-views-by-openness.sql'))!
  await sql.raw(await readFile(new URL(name, migrations), 'utf8')).execute(server.database.database)
}

test('views of all open or all closed states become views of what is open or closed', async () => {
  const { call, signIn } = await server.newOrganization()
  const { data: states } = (await call<{ data: WorkflowState[] }>('GET', '/workflow-states')).body
  const staff = await signIn('member')
  const ids = (isFinal: boolean) => states.filter((state) => state.isFinal === isFinal).map(({ id }) => `stateId=${id}`)
  const [first = '', ...rest] = ids(false)
  const views = {
    'All open': ['priority=MAJOR', ...ids(false), 'sort=name'],
    'All open, in another order and upper case': [...rest, `stateId=${first.slice(8).toUpperCase()}`],
    'All open, one of them twice': [...ids(false), first],
    'All closed': [...ids(true)],
    'Some open': [...rest],
    'Everything by id': [...ids(false), ...ids(true)],
    'No state': ['priority=MAJOR'],
    Nothing: [],
  }
  for (const [name, query] of Object.entries(views)) {
    const body = { name, shared: false, layout: 'list', query: query.join('&') }
    expect((await staff.call('POST', '/views', { body })).status).toBe(201)
  }
  await migrateViews()
  const { data } = (await staff.call<{ data: View[] }>('GET', '/views')).body
  expect(Object.fromEntries(data.map(({ name, query }) => [name, query]))).toEqual({
    'All open': 'priority=MAJOR&sort=name&state=open',
    'All open, in another order and upper case': 'state=open',
    'All open, one of them twice': 'state=open',
    'All closed': 'state=closed',
    'Some open': rest.join('&'),
    'Everything by id': [...ids(false), ...ids(true)].join('&'),
    'No state': 'priority=MAJOR',
    Nothing: '',
  })
})
