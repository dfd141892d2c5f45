import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FeedPage } from '@tocsin/contract/api/event.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
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

test('after the newest events were erased as documented, followers of the feed receive every later event, and no number is used again', async () => {
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
