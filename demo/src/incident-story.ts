import { randomUUID } from 'node:crypto'
import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { Random } from './random.ts'
import type { ShopCatalogue } from './shop-configuration.ts'
import { closedShop, depot, type DemoLocation } from './shop-directory.ts'
import { stories, type Story } from './shop-stories.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Age of the second (current) creation configuration in milliseconds. */
export const secondConfigurationAgeMs = 21 * dayMs
const oldestIncidentAgeMs = 56 * dayMs
const closedShopAgeMs = 30 * dayMs

export interface StoryIncident {
  typeName: string
  body: CreateIncident & { occurredAt: string }
  ageMs: number
}

/**
 * Invents the incidents of the shops.
 * @returns `first` with the incidents that are older than the second creation configuration, and `second` with all
 *   later incidents. Both lists begin with the oldest incident.
 */
export function incidentStory(
  random: Random,
  catalogue: ShopCatalogue,
  locations: DemoLocation[],
  count: number,
  nowMs: number,
): { first: StoryIncident[]; second: StoryIncident[] } {
  const ages = Array.from({ length: count }, (_, index) => {
    // The exponent makes recent incidents more frequent than older incidents.
    const share = ((index + random.between(0, 9) / 10) / count) ** 1.3
    return Math.round(share * oldestIncidentAgeMs) + 10 * 60_000
  })
  const incidents = ages
    .toSorted((one, other) => other - one)
    .map((ageMs) => inventIncident(random, catalogue, locations, ageMs, nowMs))
  return {
    first: incidents.filter(({ ageMs }) => ageMs > secondConfigurationAgeMs),
    second: incidents.filter(({ ageMs }) => ageMs <= secondConfigurationAgeMs),
  }
}

function inventIncident(
  random: Random,
  catalogue: ShopCatalogue,
  locations: DemoLocation[],
  ageMs: number,
  nowMs: number,
): StoryIncident {
  const isUnderFirst = ageMs > secondConfigurationAgeMs
  const missing = isUnderFirst ? 'Online orders' : 'Bottle return'
  const story = random.pick(stories.filter(({ type }) => type !== missing))
  const location = random.pick(locations.filter((candidate) => canHappenAt(story, candidate, ageMs)))
  const points = location.points.filter(({ name }) => story.point && name.startsWith(story.point))
  const number = String(random.between(2, 8))
  const isTill = story.type === 'Tills and payments'
  const body: StoryIncident['body'] = {
    clientRequestId: randomUUID(),
    name: random.pick(story.names).replace('{number}', number),
    description: random.pick(story.descriptions).replace('{number}', number),
    typeId: catalogue.typeIds.get(story.type)!,
    categoryId: catalogue.categoryIds.get(story.type)!.get(story.category)!,
    locationId: location.id,
    ...(points.length > 0 && { pointId: random.pick(points).id }),
    // Omit the fields that the profile for tills does not accept: the coordinates, and the priority in the second
    // configuration.
    ...(!isTill && { priority: random.pick(story.priorities) }),
    ...(!isTill && random.chance(0.4) && { latitude: location.latitude, longitude: location.longitude }),
    occurredAt: new Date(nowMs - ageMs).toISOString(),
    tags: story.tags.filter(() => random.chance(0.7)),
    ...(random.chance(0.5) && { externalId: `${isTill ? 'POS' : 'FM'}-${random.between(10_000, 99_999)}` }),
  }
  return { typeName: story.type, body, ageMs }
}

function canHappenAt({ point, type }: Story, location: DemoLocation, ageMs: number): boolean {
  if (location.name === closedShop && ageMs <= closedShopAgeMs) return false
  const isDepot = location.name === depot
  if (point) return location.points.some(({ name }) => name.startsWith(point))
  return type === 'Deliveries' || type === 'Building and safety' || !isDepot
}
