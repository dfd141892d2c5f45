import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changed, creationOf, patchOf, resultsOf } from './support/batches.ts'
import { patchIncident, sendBatch } from './support/changes.ts'
import { listComments } from './support/comments.ts'
import { createIncident, creation, getIncident, readIncident, unique } from './support/incidents.ts'
import { inactiveType, initialState, location, plainType, states } from './support/organization.ts'
import { invalidIncident, invalidRequest, rejected, rejectionOf } from './support/rejection.ts'
import type { BatchResult } from './support/resources.ts'

const rejectionIn = ({ status, problem }: BatchResult) =>
  rejectionOf({ status, body: problem, headers: new Headers(), text: '' })

describe('the results of a batch', () => {
  test('batch-incidents creates and changes incidents, and returns one result per item in the same order', async () => {
    const { id } = await createIncident()
    const externalId = unique('batch')

    const results = await resultsOf([
      creationOf({ externalId, name: 'First' }),
      patchOf(id, { name: 'Ice', comment: 'Seen.' }),
      creationOf({ externalId, name: 'Second', locationId: location.id }),
    ])

    const [first, , second] = results
    expect(results).toEqual([
      { status: 201, incidentId: first!.incidentId, version: 1, isReplay: false, problem: null },
      changed(id, 2),
      { status: 201, incidentId: second!.incidentId, version: 1, isReplay: false, problem: null },
    ])
    expect(await readIncident(first!.incidentId!)).toMatchObject({ name: 'First', externalId })
    expect(await readIncident(second!.incidentId!)).toMatchObject({ name: 'Second', locationId: location.id })
    expect(await readIncident(id)).toMatchObject({ name: 'Ice', version: 2 })
    expect((await listComments(id)).body.data).toMatchObject([{ message: 'Seen.' }])
  })

  test('batch-incidents carries out items in order, so the ifMatch of an item can name the version that the previous item produces', async () => {
    const { id } = await createIncident()

    const results = await resultsOf([
      patchOf(id, { name: 'One' }, { ifMatch: 1 }),
      patchOf(id, { name: 'Two' }, { ifMatch: 2 }),
      patchOf(id, { name: 'Three' }, { ifMatch: 2 }),
    ])

    expect(results.map(({ status, version }) => [status, version])).toEqual([
      [200, 2],
      [200, 3],
      [412, null],
    ])
    expect(results[2]!.problem).toMatchObject({ code: 'incident_changed', currentVersion: 3, changedFields: ['name'] })
    expect((await readIncident(id)).name).toBe('Two')
  })

  test('a rejected item of a batch neither undoes nor prevents the other items', async () => {
    const [{ id }, other] = [await createIncident(), await createIncident()]

    const results = await resultsOf([
      patchOf(id, { name: 'Ice' }),
      creationOf({ typeId: inactiveType.id, latitude: 1 }),
      patchOf(other.id, { locationId: randomUUID(), comment: 'Seen.' }),
      patchOf(randomUUID(), { name: 'Ice' }),
      creationOf({ name: 'Last' }),
    ])

    expect(results.map(rejectionIn)).toEqual([
      { status: 200, code: undefined, errors: [] },
      invalidIncident('/longitude coordinates_incomplete', '/typeId inactive_type'),
      rejected(404, 'reference_not_found', '/locationId location_not_found'),
      rejected(404, 'incident_not_found'),
      { status: 201, code: undefined, errors: [] },
    ])
    expect((await readIncident(id)).name).toBe('Ice')
    expect(await readIncident(other.id)).toEqual(other)
    expect((await listComments(other.id)).body.data).toEqual([])
    expect((await readIncident(results[4]!.incidentId!)).name).toBe('Last')
  })

  test('the result of a rejected item has a null incidentId, and a complete problem with the requestId of the batch', async () => {
    const { headers, body } = await sendBatch([creationOf({ name: 1 })])

    expect(body.results).toMatchObject([
      {
        status: 400,
        incidentId: null,
        version: null,
        isReplay: false,
        problem: {
          type: 'urn:tocsin:problem:invalid_incident',
          status: 400,
          requestId: headers.get('x-request-id'),
          errors: [{ pointer: '/name', code: 'wrong_type' }],
        },
      },
    ])
  })

  test('the pointers in the violations of a batch item are relative to its creation or patch', async () => {
    const { id } = await createIncident()

    const results = await resultsOf([
      { create: { ...creation({ name: 'a\0', colour: 'red', tags: ['a', 'a'] }) } },
      { patch: { id, body: { description: 'a\0', priority: 'HIGH' }, ifMatch: 0, colour: 'red' } },
      { patch: { id, body: { name: ' ', priority: 'HIGH' } } },
      { patch: { body: {} } },
      { patch: { id: '17', body: [] } },
    ])

    expect(results.map(({ problem }) => rejectionOf({ status: 400, body: problem } as never).errors)).toEqual([
      ['/colour field_not_allowed', '/name invalid_text', '/tags/1 not_unique'],
      [
        '/colour field_not_allowed',
        '/description invalid_text',
        '/ifMatch out_of_range',
        '/priority not_allowed_value',
      ],
      ['/name required', '/priority not_allowed_value'],
      ['/id required'],
      ['/body wrong_type', '/id invalid_format'],
    ])
  })

  test('a malformed patch has the same violations in a batch as in update-incident', async () => {
    const { id } = await createIncident()
    const patch = { name: ' ', priority: 'HIGH', tags: ['a', 'a'], colour: 'red' }

    const [result] = await resultsOf([{ patch: { id, body: patch } }])

    expect(result!.problem!.errors).toEqual((await patchIncident(id, patch)).body.errors)
  })

  test('if a batch item makes a transition that is not allowed, its problem lists the allowed states', async () => {
    const notNext = states.filter(({ id }) => !initialState.nextStateIds.includes(id) && id !== initialState.id)
    const { id } = await createIncident()
    // If a new incident may move to every state, send an unknown state: its problem lists the allowed states, too.
    const stateId = notNext[0]?.id ?? randomUUID()

    const [result] = await resultsOf([patchOf(id, { stateId })])

    expect(result!.problem!.nextStates).toEqual((await getIncident(id)).body.nextStates)
  })

  test('batch-incidents converts ids to lower case and instants to UTC', async () => {
    const { id } = await createIncident()

    const [created, patched] = await resultsOf([
      creationOf({ typeId: plainType.id.toUpperCase(), occurredAt: '2026-03-01T10:30:00+02:00' }),
      patchOf(id.toUpperCase(), { typeId: plainType.id.toUpperCase() }),
    ])

    expect(await readIncident(created!.incidentId!)).toMatchObject({
      typeId: plainType.id,
      occurredAt: '2026-03-01T08:30:00.000Z',
    })
    expect(patched).toEqual(changed(id, 2))
    expect(await readIncident(id)).toMatchObject({ typeId: plainType.id })
  })
})

describe('an item that is neither a creation nor a patch', () => {
  test.each([
    ['null', null],
    ['a number', 5],
    ['a text', 'create'],
    ['a long text', 'x'.repeat(1_000_000)],
    ['a list', [{ create: creation() }]],
    ['an empty object', {}],
    ['both members', { create: creation(), patch: { id: randomUUID(), body: {} } }],
    ['an unknown member', { delete: { id: randomUUID() } }],
    ['a member beside the creation', { create: creation(), colour: 'red' }],
  ])('batch-incidents rejects only this malformed item: %s', async (_, item) => {
    const results = await resultsOf([item, creationOf()])

    expect(results.map(rejectionIn)).toMatchObject([invalidRequest(' not_allowed_value'), { status: 201 }])
  })

  test('batch-incidents rejects only the items whose creation or patch is not an object', async () => {
    const items = [{ create: null }, { create: [] }, { create: 'x' }, { patch: null }, { patch: 1 }]

    const results = await resultsOf([...items, creationOf()])

    expect(results.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 201])
  })
})
