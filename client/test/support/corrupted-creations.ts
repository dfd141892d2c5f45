import type { CreateIncident } from '@tocsin/client'
import * as fc from 'fast-check'

/** Values that a client may send by mistake in any field: wrong in shape, or in an unusual notation. */
const oddValues = fc.constantFrom<unknown>(
  null,
  5,
  90.5,
  -181,
  true,
  '',
  'a'.repeat(250),
  'a'.repeat(251),
  '🚨'.repeat(250),
  '🚨'.repeat(251),
  'NUL \0',
  'half \ud83d',
  'LOW',
  'minor',
  '2026-02-29T00:00:00Z',
  '2026-03-01t08:30:00.1239+01:30',
  '2026-03-01 08:30:00Z',
  '2026-03-01T08:30:00',
  'AAAAAAA0-ABCD-4000-8000-000000000000',
  'aaaaaaa0-abcd-4000-8000',
  '00000000-0000-4000-8000-00000000000f',
  ['wet', 'wet'],
  ['wet', 'wet', 'night', 'wet', 'night'],
  ['a'.repeat(101)],
  ['wet', 5, null],
  [],
  {},
)

const fields = [
  'clientRequestId',
  'name',
  'description',
  'typeId',
  'categoryId',
  'priority',
  'locationId',
  'pointId',
  'assigneeId',
  'occurredAt',
  'tags',
  'latitude',
  'longitude',
  'externalId',
  'stateId',
  'a/b~c',
  '',
] as const

/** Generates creations in which up to three fields have an odd value. */
export const corrupted = (creations: fc.Arbitrary<CreateIncident>): fc.Arbitrary<CreateIncident> =>
  fc
    .tuple(creations, fc.dictionary(fc.constantFrom(...fields), oddValues, { maxKeys: 3 }))
    .map(([creation, odd]) => ({ ...creation, ...odd }))
