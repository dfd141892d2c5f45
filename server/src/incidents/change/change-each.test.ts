import { randomUUID } from 'node:crypto'
import { setImmediate as allPendingCallbacks } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Problem } from '../../problem.ts'
import { changeEach } from './change-each.ts'

const ids = [randomUUID(), randomUUID(), randomUUID()]
const [first, second, third] = ids

test('changes incidents one after another, continues after a rejection, and returns the outcomes in order', async () => {
  const steps: string[] = []
  const outcomes = await changeEach(ids, async (id) => {
    steps.push(`${id} begins`)
    await allPendingCallbacks()
    steps.push(`${id} ends`)
    if (id === second) throw new Problem('incident_not_found', { detail: 'Gone.' })
  })
  expect(steps).toEqual(ids.flatMap((id) => [`${id} begins`, `${id} ends`]))
  expect(outcomes).toEqual([
    { incidentId: first, outcome: 'done', code: null, detail: null },
    { incidentId: second, outcome: 'refused', code: 'incident_not_found', detail: 'Gone.' },
    { incidentId: third, outcome: 'done', code: null, detail: null },
  ])
})

test.each([new Error('connection terminated'), new Problem('unavailable')])(
  'rethrows an error that is not a rejection (%s) and changes no further incident',
  async (failure) => {
    const changed: string[] = []
    const change = async (id: string) => {
      changed.push(id)
      if (id === second) throw failure
    }
    await expect(changeEach(ids, change)).rejects.toBe(failure)
    expect(changed).toEqual([first, second])
  },
)
