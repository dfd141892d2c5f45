import { describe, expect, test } from 'vitest'
import { createIncident, idsOf, listedIds, listIncidents, unique } from './support/incidents.ts'
import { initialState, otherState, states } from './support/organization.ts'
import { invalidRequest, rejectionOf } from './support/rejection.ts'

const tag = unique('open-or-closed')
const incident = await createIncident({ tags: [tag] })
const finalIds = new Set(states.filter(({ isFinal }) => isFinal).map(({ id }) => id))

/** The states of the newest 200 incidents that the query finds. */
const statesFoundBy = async (query: Record<string, string | string[]>) =>
  (await listIncidents({ limit: 200, ...query })).body.data.map(({ stateId }) => stateId)

describe('the filter state', () => {
  test('open finds incidents in states that are not final', async () => {
    const found = await statesFoundBy({ state: 'open' })

    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((id) => finalIds.has(id))).toEqual([])
    expect(await listedIds({ tags: tag, state: 'open' })).toEqual([incident.id])
  })

  test('closed finds incidents in final states', async () => {
    const found = await statesFoundBy({ state: 'closed' })

    expect(found.filter((id) => !finalIds.has(id))).toEqual([])
    expect(await listedIds({ tags: tag, state: 'closed' })).toEqual([])
  })

  test.each([['in:open,closed'], [['open', 'closed']], [['in:closed', 'open']]])(
    '%j finds every incident',
    async (state) => {
      expect(await listedIds({ tags: tag, state })).toEqual([incident.id])
    },
  )

  test('combines with stateId: both must match', async () => {
    expect(await listedIds({ tags: tag, state: 'open', stateId: initialState.id })).toEqual([incident.id])
    expect(await listedIds({ tags: tag, state: 'closed', stateId: initialState.id })).toEqual([])
    expect(await listedIds({ tags: tag, state: 'open', stateId: otherState.id })).toEqual([])
  })

  test('is reported in meta.filter', async () => {
    const { body } = await listIncidents({ state: 'open', limit: 1 })

    expect(body.meta.filter).toEqual([{ field: 'state', operator: 'in', values: ['open'] }])
  })

  test.each(['Open', 'OPEN', '', 'in:', 'all', initialState.id])('%j finds nothing', async (state) => {
    expect(idsOf((await listIncidents({ state })).body.data)).toEqual([])
  })

  test('leaves out a value that is impossible', async () => {
    expect(await listedIds({ tags: tag, state: 'in:ajar,open' })).toEqual([incident.id])
  })

  test('with an impossible value is 400 under strict handling', async () => {
    const answer = await listIncidents({ state: 'ajar' }, { prefer: 'handling=strict' })

    expect(rejectionOf(answer)).toEqual(invalidRequest('state invalid_value'))
  })
})
