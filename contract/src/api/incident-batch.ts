import Type, { type Static } from 'typebox'
import { batchMaximum } from '../limits.ts'
import { nullable, ref, Uuid } from '../scalars.ts'
import { IdempotencyKey } from './idempotency-key.ts'
import { CreateIncident } from './incident.ts'
import { PatchIncident } from './incident-change.ts'
import { ProblemDetails } from './problem.ts'

/** Item of a batch that changes one incident. */
export const BatchPatch = Type.Object(
  {
    id: Uuid,
    ifMatch: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Version on which the change is based. If absent, the change applies to any version.',
      }),
    ),
    idempotencyKey: Type.Optional(IdempotencyKey),
    body: ref(PatchIncident),
  },
  { $id: 'BatchPatch', additionalProperties: false },
)
export type BatchPatch = Static<typeof BatchPatch>

/** Item of a batch, which creates or changes one incident. */
export const BatchItem = Type.Union(
  [
    Type.Object({ create: ref(CreateIncident) }, { additionalProperties: false }),
    Type.Object({ patch: ref(BatchPatch) }, { additionalProperties: false }),
  ],
  { $id: 'BatchItem' },
)
export type BatchItem = Static<typeof BatchItem>

/** Request body of the operation batch-incidents. */
export const BatchIncidents = Type.Object(
  { items: Type.Array(ref(BatchItem), { minItems: 1, maxItems: batchMaximum }) },
  {
    $id: 'BatchIncidents',
    additionalProperties: false,
    examples: [
      {
        items: [
          { create: { clientRequestId: '5f0f6c1e-3b0a-4d5e-9f57-2f1f6f3c9a11', name: 'Freezer 4 above -15 °C' } },
          {
            patch: {
              id: '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77',
              ifMatch: 1,
              idempotencyKey: 'till-7/2026-03-01/43',
              body: { priority: 'MAJOR' },
            },
          },
        ],
      },
    ],
  },
)
export type BatchIncidents = Static<typeof BatchIncidents>

/** Result of one item of a batch. */
export const BatchResult = Type.Object(
  {
    status: Type.Integer({
      description: 'HTTP status that a separate request for the item would have received: 201, 200, 400, …',
    }),
    incidentId: nullable(Uuid),
    version: nullable(
      Type.Integer({ description: 'Version of the incident after the item; null if it was rejected.' }),
    ),
    isReplay: Type.Boolean({ description: 'True if an earlier request did the work and this item changed nothing.' }),
    problem: Type.Union([ref(ProblemDetails), Type.Null()], {
      description: 'Reason for a rejection; null if accepted. Pointers begin at the body of the item.',
    }),
  },
  { $id: 'BatchResult', additionalProperties: false },
)
export type BatchResult = Static<typeof BatchResult>

/** Results of a batch, in the order of its items. */
export const BatchResults = Type.Object(
  { results: Type.Array(ref(BatchResult)) },
  { $id: 'BatchResults', additionalProperties: false },
)
export type BatchResults = Static<typeof BatchResults>
