import fc from 'fast-check'
import { idsOf } from '../support/incidents.ts'
import { current, older, staffMember, states } from '../support/organization.ts'
import { locationIds, nobody, pointIds } from './creation-steps.ts'

const anything = fc.record(
  {
    // Names start with a number, because the contract does not promise the sort order of letters.
    name: fc.constantFrom('1 Leak', '5 Ice', ' ', null),
    description: fc.constantFrom('It melts.', null),
    typeId: fc.constantFrom(...idsOf([...current.types, ...older.types]), nobody, null),
    categoryId: fc.constantFrom(...idsOf([...current.categories, ...older.categories]), nobody, null),
    priority: fc.constantFrom('MINOR', 'NORMAL', 'MAJOR', 'CRITICAL'),
    locationId: fc.constantFrom(...locationIds, nobody, null),
    pointId: fc.constantFrom(...pointIds, nobody, null),
    assigneeId: fc.constantFrom(staffMember.id, nobody, null),
    occurredAt: fc.constantFrom('2026-03-01T08:30:00.000Z', '2024-02-29T12:00:00.250Z'),
    tags: fc.oneof(fc.subarray(['wet', 'cold, dark', '50%']), fc.constant(null)),
    latitude: fc.constantFrom(52.5, null),
    longitude: fc.constantFrom(13.4, null),
    stateId: fc.constantFrom(...idsOf(states), nobody),
    comment: fc.constantFrom('Seen.', 'Gone.'),
  },
  { requiredKeys: [] },
)
/** Generator of patches that most incidents accept. */
const little = fc.record(
  {
    name: fc.constantFrom('1 Leak', '5 Ice'),
    priority: fc.constantFrom('MINOR', 'CRITICAL'),
    tags: fc.subarray(['wet', 'cold, dark']),
    stateId: fc.constantFrom(...idsOf(states)),
    comment: fc.constant('Seen.'),
  },
  { requiredKeys: [] },
)

/** Generator of patches with well-formed fields. Some of the patches break rules. */
export const patchFields: fc.Arbitrary<Record<string, unknown>> = fc.oneof(anything, little)
