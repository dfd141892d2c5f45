import { describe, expect, test } from 'vitest'
import { createIncident, idsOf, listedIds, listIncidents, unique } from './support/incidents.ts'
import { initialState, otherState, states } from './support/organization.ts'
import { invalidRequest, rejectionOf } from './support/rejection.ts'

const tag = unique('open-or-closed')
const incident = await createIncident({ tags: [tag] })
const finalIds = new Set(states.filter(({ isFinal }) => isFinal).map(({ id }) => id))

/** Returns the state ids of the newest 200 incidents that match the query. */
const statesFoundBy = async (query: Record<string, string | string[]>) =>
  (await listIncidents({ limit: 200, ...query })).body.data.map(({ stateId }) => stateId)

describe('the filter state', () => {
  test('state=open finds incidents in states that are not final', async () => {
    const found = await statesFoundBy({ state: 'open' })

    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((id) => finalIds.has(id))).toEqual([])
    expect(await listedIds({ tags: tag, state: 'open' })).toEqual([incident.id])
  })

  test('state=closed finds incidents in final states', async () => {
    const found = await statesFoundBy({ state: 'closed' })

    expect(found.filter((id) => !finalIds.has(id))).toEqual([])
    expect(await listedIds({ tags: tag, state: 'closed' })).toEqual([])
  })

  test.each([['in:open,closed'], [['open', 'closed']], [['in:closed', 'open']]])(
    'the state filter with both open and closed excludes no incident: %j',
    async (state) => {
      expect(await listedIds({ tags: tag, state })).toEqual([incident.id])
    },
  )

  test('a list with the state and stateId filters returns only incidents that match both filters', async () => {
    expect(await listedIds({ tags: tag, state: 'open', stateId: initialState.id })).toEqual([incident.id])
    expect(await listedIds({ tags: tag, state: 'closed', stateId: initialState.id })).toEqual([])
    expect(await listedIds({ tags: tag, state: 'open', stateId: otherState.id })).toEqual([])
  })

  test('meta.filter contains the state filter that was applied', async () => {
    const { body } = await listIncidents({ state: 'open', limit: 1 })

    expect(body.meta.filter).toEqual([{ field: 'state', operator: 'in', values: ['open'] }])
  })

  test.each(['Open', 'OPEN', '', 'in:', 'all', initialState.id])(
    'the state filter finds nothing for the invalid value %j',
    async (state) => {
      expect(idsOf((await listIncidents({ state })).body.data)).toEqual([])
    },
  )

  test('the state filter ignores an invalid value beside a valid value', async () => {
    expect(await listedIds({ tags: tag, state: 'in:ajar,open' })).toEqual([incident.id])
  })

  test('answers 400 to an invalid value of the state filter under strict handling', async () => {
    const response = await listIncidents({ state: 'ajar' }, { prefer: 'handling=strict' })

    expect(rejectionOf(response)).toEqual(invalidRequest('state invalid_value'))
  })
})
