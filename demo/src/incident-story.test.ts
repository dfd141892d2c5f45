import { checkConfiguration } from '@tocsin/contract/rules/check-configuration.ts'
import { checkCreation } from '@tocsin/contract/rules/check-creation.ts'
import { describe, expect, test } from 'vitest'
import { randomFrom } from './random.ts'
import { firstConfiguration, secondConfiguration } from './shop-configuration.ts'
import { closedShop, depot, type DemoLocation } from './shop-directory.ts'
import { incidentHistory } from './incident-history.ts'
import { dayMs, secondConfigurationAgeMs, incidentStory } from './incident-story.ts'

const nowMs = Date.parse('2026-06-01T12:00:00.000Z')
const catalogue = firstConfiguration()
const second = secondConfiguration(catalogue, {
  depotId: 'depot-id',
  safetyOfficerId: 'officer-id',
  tillTechnicianId: 'officer-id',
})

const locations: DemoLocation[] = ['Harbour Street', closedShop, depot].map((name) => ({
  id: name,
  name,
  latitude: 53.5,
  longitude: 10,
  points: ['Freezer 1', 'Cold room', 'Till 1', 'Self-checkout', 'Main entrance', 'Dock 1', 'Truck 1'].map((point) => ({
    id: `${name}, ${point}`,
    name: point,
  })),
}))

const names = (seed: number) =>
  incidentStory(randomFrom(seed), catalogue, locations, 50, nowMs).second.map(({ body }) => body.name)

describe('the story of the demo', () => {
  const story = incidentStory(randomFrom(7), catalogue, locations, 2_000, nowMs)

  test('the demo invents only incidents that are valid under their creation configuration', () => {
    const violationsUnder = (configuration: typeof second, incidents: typeof story.first) =>
      incidents.flatMap(({ body }) => checkCreation(configuration, body, body.occurredAt).violations)
    expect(checkConfiguration(catalogue.configuration)).toEqual([])
    expect(checkConfiguration(second)).toEqual([])
    expect(violationsUnder(catalogue.configuration, story.first)).toEqual([])
    expect(violationsUnder(second, story.second)).toEqual([])
    expect(story.first.length + story.second.length).toBe(2_000)
  })

  test('the demo invents incidents in chronological order, and the newest incident is less than an hour old', () => {
    const times = [...story.first, ...story.second].map(({ body }) => body.occurredAt)
    expect(times).toEqual(times.toSorted())
    expect(nowMs - Date.parse(times.at(-1)!)).toBeLessThan(3_600_000)
    expect(story.first.every(({ ageMs }) => ageMs > secondConfigurationAgeMs)).toBe(true)
  })

  test('the demo invents no incident at a shop that has closed, and fills in every placeholder in the texts', () => {
    const late = story.second.filter(({ ageMs }) => ageMs < 20 * dayMs)
    expect(late.filter(({ body }) => body.locationId === closedShop)).toEqual([])
    expect(story.first.some(({ body }) => body.locationId === closedShop)).toBe(true)
    expect(JSON.stringify(story)).not.toContain('{number}')
  })

  test('the demo invents the same incidents for the same seed, and different incidents for another seed', () => {
    expect(names(3)).toEqual(names(3))
    expect(names(3)).not.toEqual(names(4))
  })

  test('the demo invents changes that follow the workflow, dated between the incident and now', () => {
    const states = ['open', 'in progress', 'resolved', 'closed']
    const random = randomFrom(1)
    for (const { ageMs } of [...story.first, ...story.second]) {
      const incident = { id: 'incident', stateId: 'open', assigneeId: null, ageMs }
      const { createdAt, lastModifiedAt, stateId, changes } = incidentHistory(
        random,
        incident,
        states,
        ['a', 'b'],
        nowMs,
      )
      const times = [new Date(nowMs - ageMs).toISOString(), createdAt, ...changes.map(({ at }) => at)]
      expect(times).toEqual(times.toSorted())
      expect(lastModifiedAt).toBe(times.at(-1))
      expect(Date.parse(lastModifiedAt)).toBeLessThanOrEqual(nowMs)
      expect(changes.filter((one) => one.changes.stateId)).toHaveLength(states.indexOf(stateId))
    }
  })
})
