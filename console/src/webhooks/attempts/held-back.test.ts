import { expect, test } from 'vitest'
import { heldBack } from './held-back.ts'

const failed = (id: string, incidentId: string | null) => ({ id, incidentId, position: 'e-1', isDelivered: false })
const delivered = (id: string, incidentId: string | null) => ({ ...failed(id, incidentId), isDelivered: true })
const holding = { heldIncidents: 2 }

test('the latest attempt of an incident holds the incident back if the attempt failed', () => {
  const attempts = [failed('5', 'a'), delivered('4', 'b'), failed('3', null), failed('2', 'a'), failed('1', 'b')]
  expect(heldBack(attempts, holding)).toEqual(new Set(['5', '3']))
})

test('a failed test delivery holds no incident back', () => {
  expect(heldBack([{ ...failed('1', null), position: null }], holding)).toEqual(new Set())
})

test('heldBack returns no attempts if the endpoint holds no incident back', () => {
  expect(heldBack([failed('1', 'a')], { heldIncidents: 0 })).toEqual(new Set())
})
