import { randomUUID } from 'node:crypto'
import type { Attack } from './attack-body.ts'
import type { FuzzedOrganization } from './organization.ts'

const items = (count: number, item: (index: number) => unknown): string =>
  JSON.stringify({ items: Array.from({ length: count }, (_, index) => item(index)) })
const creation = (fields: object) => ({
  create: { clientRequestId: randomUUID(), name: 'Freezer too warm', ...fields },
})
const wrongFields = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`.padEnd(length, 'x'), 1]))

/** Functions that make hostile bodies of up to 4 MiB, keyed by a description. */
const bodies: Record<string, (incidentId: string) => string> = {
  '4 MiB of text as one item': () => items(1, () => 'a'.repeat(4_000_000)),
  '4 MiB of spaces': () => ' '.repeat(4 * 1024 * 1024),
  'more than 4 MiB': () => ' '.repeat(4 * 1024 * 1024 + 1),
  '30,000 empty objects': () => items(30_000, () => ({})),
  '30,000 values in one item': () => items(1, () => creation({ tags: Array.from({ length: 30_000 }, () => 1) })),
  '30,000 unknown fields in one item': () => items(1, () => creation(wrongFields(30_000, 100))),
  '200 creations with 20 KB each': () => items(200, () => creation({ description: 'a'.repeat(20_000) })),
  '200 creations with 150 tags': () =>
    items(200, () => creation({ tags: Array.from({ length: 150 }, (_, index) => `tag ${index}`) })),
  '200 creations with 100 violations': () => items(200, () => creation(wrongFields(100, 5))),
  '200 creations with 150 long violations': () => items(200, () => creation(wrongFields(150, 100))),
  '200 patches with 150 long violations': (id) => items(200, () => ({ patch: { id, body: wrongFields(150, 100) } })),
  '200 patches with unknown references': (id) =>
    items(200, () => ({ patch: { id, body: { locationId: randomUUID(), stateId: randomUUID(), latitude: 1 } } })),
  '200 patches with outdated versions': (id) => items(200, () => ({ patch: { id, ifMatch: 1, body: { name: 'a' } } })),
  '200 patches with one key': (id) =>
    items(200, (index) => ({ patch: { id, idempotencyKey: 'k', body: { name: `a${index}` } } })),
  '200 texts that cannot be stored': () => items(200, () => creation({ name: '\0' })),
  'unstorable texts in every value': () =>
    items(200, () => creation({ tags: Array.from({ length: 150 }, () => '\0') })),
  '32 levels in every item': () => items(200, () => creation({ name: JSON.parse('['.repeat(28) + ']'.repeat(28)) })),
}

/** Makes attacks on the operation that carries out many creations and changes with one request. */
export function* attackBatch({ ids }: FuzzedOrganization): Generator<Attack> {
  for (const [what, text] of Object.entries(bodies)) {
    yield { name: `batch: ${what}`, make: (valid) => ({ ...valid, body: Buffer.from(text(ids.incidentId!)) }) }
  }
}
