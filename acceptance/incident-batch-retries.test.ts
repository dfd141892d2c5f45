import { describe, expect, test } from 'vitest'
import { changed, creationOf, numbers, patchOf, resultsOf } from './support/batches.ts'
import { changeIncident } from './support/changes.ts'
import { integration } from './support/client.ts'
import { listComments } from './support/comments.ts'
import { createIncident, creation, listedIds, listIncidents, readIncident, unique } from './support/incidents.ts'
import type { Incident } from './support/resources.ts'

describe('a repeated batch', () => {
  test('batch-incidents answers a repeated batch with the results of the first request, marked as replays, and changes nothing', async () => {
    const incidents = [await createIncident(), await createIncident()]
    const items = [creationOf(), ...incidents.map(({ id }) => patchOf(id, { name: 'Ice', comment: 'Seen.' }))]
    const first = await resultsOf(items)

    const second = await resultsOf(items)

    expect(second).toEqual(first.map((result) => ({ ...result, isReplay: true })))
    for (const { id } of incidents) {
      expect((await readIncident(id)).version).toBe(2)
      expect((await listComments(id)).body.data).toHaveLength(1)
    }
  })

  test('a repeated batch returns the current versions of incidents, and carries out items that were rejected the first time', async () => {
    const { id } = await createIncident()
    const items = [patchOf(id, { name: 'Ice' }), patchOf(id, { priority: 'MAJOR' }, { ifMatch: 3 })]
    const first = await resultsOf(items)
    await changeIncident(id, { description: 'New' })

    const second = await resultsOf(items)

    expect(first.map(({ status, version }) => [status, version])).toEqual([
      [200, 2],
      [412, null],
    ])
    expect(second).toEqual([{ ...changed(id, 3), isReplay: true }, changed(id, 4)])
  })

  test('a creation that occurs twice in a batch creates one incident', async () => {
    const item = creationOf()

    const [one, other, different] = await resultsOf([item, item, { create: { ...item.create, name: 'Other' } }])

    expect(other).toEqual({ ...one, isReplay: true })
    expect(different!.problem).toMatchObject({ code: 'client_request_id_reused', incidentId: one!.incidentId })
  })

  test('a creation sent to create-incident and again in a batch creates one incident', async () => {
    const fields = creation()
    const incident = (await integration.post<Incident>('/incidents', fields)).body

    expect(await resultsOf([{ create: fields }])).toEqual([
      { status: 201, incidentId: incident.id, version: 1, isReplay: true, problem: null },
    ])
  })

  test('a patch that occurs twice in a batch is carried out twice if it has no idempotencyKey', async () => {
    const { id } = await createIncident()
    const item = { patch: { id, body: { comment: 'Seen.' } } }

    await resultsOf([item, item])

    expect((await listComments(id)).body.data).toHaveLength(2)
  })
})

describe('large and concurrent batches', () => {
  test('batch-incidents accepts 200 items', async () => {
    const externalId = unique('batch')

    const results = await resultsOf(numbers(200).map((number) => creationOf({ externalId, name: `No. ${number}` })))

    const { data } = (await listIncidents({ externalId, sort: 'id', limit: 200 })).body
    expect(results.map(({ incidentId }) => incidentId)).toEqual(data.map(({ id }) => id))
    expect(data.map(({ name }) => name)).toEqual(numbers(200).map((number) => `No. ${number}`))
  })

  test('two batches with the same 100 items in opposite order carry out each item exactly once', async () => {
    const externalId = unique('batch')
    const creations = numbers(50).map(() => creationOf({ externalId }))
    const existing = await resultsOf(numbers(50).map(() => creationOf()))
    const patches = existing.map(({ incidentId }) => patchOf(incidentId!, { name: 'Ice', comment: 'Seen.' }))
    const items = [...creations, ...patches]

    const [forwards, backwards] = await Promise.all([resultsOf(items), resultsOf(items.toReversed())])

    const pairs = forwards.map((result, index) => [result, backwards.toReversed()[index]!])
    expect(new Set(forwards.map(({ status }) => status))).toEqual(new Set([200, 201]))
    for (const [one, other] of pairs) expect({ ...one, isReplay: !one!.isReplay }).toEqual(other)
    expect(await listedIds({ externalId, limit: 200 })).toHaveLength(50)
    for (const { incidentId } of existing) {
      expect((await readIncident(incidentId!)).version).toBe(2)
      expect((await listComments(incidentId!)).body.data).toHaveLength(1)
    }
  })

  test('ten concurrent batches that patch the same incidents in different orders are all carried out', async () => {
    const incidents = await resultsOf(numbers(10).map(() => creationOf()))
    const rotated = (by: number) => [...incidents.slice(by), ...incidents.slice(0, by)]

    const results = await Promise.all(
      numbers(10).map((number) =>
        resultsOf(rotated(number).map(({ incidentId }) => patchOf(incidentId!, { name: `No. ${number}` }))),
      ),
    )

    expect(new Set(results.flat().map(({ status }) => status))).toEqual(new Set([200]))
    for (const { incidentId } of incidents) {
      const own = results.flat().filter((result) => result.incidentId === incidentId)
      expect(own.map(({ version }) => version).toSorted((one, other) => one! - other!)).toEqual(
        numbers(10).map((number) => number + 2),
      )
    }
  })
})
