import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FeedPage } from '@tocsin/contract/api/event.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newIncident, startTestServer } from './support/harness.ts'
import { readSnippets } from './support/snippets.ts'

const { newOrganization, service } = await startTestServer()

const page = await readFile(fileURLToPath(new URL('../../docs/backup-and-upgrade.md', import.meta.url)), 'utf8')

/** Statement that deletes the events of an incident, from the instructions for erasing personal data. */
const recipe = readSnippets(page).find(
  ({ heading, text }) => heading === 'Erasing personal data' && text.includes('delete from events'),
)!.text

/** Runs the statements of the documented recipe. */
const erase = (organizationId: string, incidentId: string) =>
  service.pool.query(
    recipe
      .replaceAll(`organization_id = '…'`, `organization_id = '${organizationId}'`)
      .replaceAll(`incident_id = '…'`, `incident_id = '${incidentId}'`)
      .replaceAll(`'…'`, `'${randomUUID()}'`),
  )

test('after the newest events were erased as documented, followers of the feed receive later events, and no incident number is used again', async () => {
  const { call, scope } = await newOrganization()
  const erased = await newIncident(call, { name: 'Ms Weber slipped' })
  await call('PATCH', `/incidents/${erased.id}`, { body: { name: 'Somebody slipped', comment: 'It was wet.' } })
  const { position } = (await call<FeedPage>('GET', '/events')).body.meta

  await erase(scope.organizationId, erased.id)
  await erase(scope.organizationId, erased.id)
  const follow = () => call<FeedPage>('GET', `/events?after=${position}`)
  expect(await follow()).toMatchObject({ status: 200, body: { data: [], meta: { position, isLast: true } } })

  const later = await newIncident(call)
  expect((await follow()).body.data).toMatchObject([{ kind: 'incident.created', incidentId: later.id }])
  expect(later.number).toBeGreaterThan(Number(position.split('-')[1]))
  const found = await call<{ data: IncidentResponse[] }>('GET', `/incidents?number=${erased.number}`)
  expect(found.body.data).toMatchObject([{ id: erased.id, name: 'Somebody slipped' }])
})

test('an erasure as documented deletes the earlier values of an incident from its events', async () => {
  const { call, scope } = await newOrganization()
  const { id } = await newIncident(call, { name: 'Ms Weber slipped' })
  await call('PATCH', `/incidents/${id}`, { body: { name: 'Somebody slipped' } })
  await erase(scope.organizationId, id)
  const { rows } = await service.pool.query('select data::text from events where incident_id = $1', [id])
  expect(rows).toHaveLength(1)
  expect(rows[0].data).not.toContain('Weber')
})

test('a 412 response lists no changed fields if events of changes after the If-Match version were erased', async () => {
  const { call, scope } = await newOrganization()
  const { id } = await newIncident(call, { name: 'Ms Weber slipped' })
  const change = (body: object, version?: number) =>
    call('PATCH', `/incidents/${id}`, { body, ...(version && { headers: { 'if-match': `"${version}"` } }) })
  await change({ name: 'Somebody slipped' })
  await erase(scope.organizationId, id)
  await change({ priority: 'MAJOR' })

  const since = async (version: number) => (await change({ name: 'Ms Weber fell' }, version)).body
  expect(await since(2)).toMatchObject({ code: 'incident_changed', currentVersion: 3, changedFields: ['priority'] })
  const unknown = await since(1)
  expect(unknown).toMatchObject({ code: 'incident_changed', currentVersion: 3 })
  expect(unknown).not.toHaveProperty('changedFields')
})

test('an erasure as documented deletes the webhook retries of the erased events, and no other retries', async () => {
  const { call, scope } = await newOrganization()
  const [erased, other] = [await newIncident(call), await newIncident(call)]
  for (const { id } of [erased, other]) await call('PATCH', `/incidents/${id}`, { body: { name: 'Somebody slipped' } })
  await sql`
    with endpoint as (
      insert into webhook_endpoints (organization_id, id, url, description, position, paused_at)
      values (${scope.organizationId}, ${randomUUID()}, 'https://example.com', '', 0, now()) returning id
    )
    insert into webhook_retries (
      organization_id, endpoint_id, incident_id, position, event_id, attempts, failing_since, retry_at
    )
    select organization_id, endpoint.id, incident_id, position, events.id, 1, now(), now() from endpoint, events
    where organization_id = ${scope.organizationId} and kind = 'incident.changed'`.execute(scope.database)

  await erase(scope.organizationId, erased.id)
  const retries = scope.database.selectFrom('webhook_retries').select('incident_id')
  expect(await retries.where('organization_id', '=', scope.organizationId).execute()).toEqual([
    { incident_id: other.id },
  ])
})
