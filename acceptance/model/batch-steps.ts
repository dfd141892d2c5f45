import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { resultsOf } from '../support/batches.ts'
import { integration } from '../support/client.ts'
import { readIncident } from '../support/incidents.ts'
import { rejectionOf, rejected } from '../support/rejection.ts'
import type { BatchResult, Creation } from '../support/resources.ts'
import { learnComments, recordChange } from './change-steps.ts'
import { creationFields } from './creation-steps.ts'
import { expectedChange } from './expected-change.ts'
import { expectedCreation } from './expected-creation.ts'
import { patchFields } from './generated-patch.ts'
import { type Comparison, type KnownIncident, type Model, step, type Step } from './model.ts'

/**
 * Random item of a batch: either the fields of a creation, or the fields of a patch and a number that selects the
 * incident to patch.
 */
type DrawnItem = { create: object } | { number: number; patch: Record<string, unknown> }

interface Item {
  sent: { create?: Creation; patch?: object }
  patched?: { incident: KnownIncident; fields: Record<string, unknown> }
  /**
   * Incident that the item has created or changed; undefined until the item was carried out. After that, the server
   * answers the same item with a replay.
   */
  done?: KnownIncident
}

const drawnItems: fc.Arbitrary<DrawnItem[]> = fc.array(
  fc.oneof(fc.record({ create: creationFields }), fc.record({ number: fc.nat(), patch: patchFields })),
  { minLength: 1, maxLength: 6 },
)

/** Makes the items to send. Leaves out patches if the model has no incident yet. */
const itemsOf = (model: Model, drawn: DrawnItem[]): Item[] =>
  drawn.flatMap((one): Item[] => {
    if ('create' in one) {
      return [{ sent: { create: { clientRequestId: randomUUID(), ...one.create, externalId: model.own } } }]
    }
    const incident = model.incidents[one.number % model.incidents.length]
    if (!incident) return []
    const patch = { id: incident.now.id, idempotencyKey: randomUUID(), body: one.patch }
    return [{ sent: { patch }, patched: { incident, fields: one.patch } }]
  })

/** Sends the items and compares each result with the model. */
async function send(model: Model, items: Item[]): Promise<Comparison[]> {
  const results = await resultsOf(items.map(({ sent }) => sent))
  const comparisons: Comparison[] = []
  for (const [index, item] of items.entries()) {
    const result = results[index]!
    comparisons.push({ actual: shortened(result), expected: await expectedResult(model, item, result) })
  }
  return comparisons
}

const shortened = ({ status, version, isReplay, problem }: BatchResult) =>
  problem ? rejectionOf({ status, body: problem } as never) : { status, version, isReplay }

/** Predicts the result of an item and updates the model. The id of a created incident is taken from the result. */
async function expectedResult(model: Model, item: Item, { incidentId }: BatchResult): Promise<unknown> {
  if (item.done) return { status: item.patched ? 200 : 201, version: item.done.now.version, isReplay: true }
  if (item.patched) return expectedPatch(item, item.patched)
  const body = item.sent.create!
  const expected = expectedCreation(body)
  if (expected.rejection) return expected.rejection
  // Repeat the creation: the replay contains the values that the server made, such as the times.
  const { body: now } = await integration.post<KnownIncident['now']>('/incidents', body)
  item.done = {
    body,
    now: { ...now, ...expected.incident, id: incidentId!, version: 1 },
    history: [],
    isDeleted: false,
  }
  model.incidents.push(item.done)
  return { status: 201, version: 1, isReplay: false }
}

function expectedPatch(item: Item, { incident, fields }: NonNullable<Item['patched']>): unknown {
  if (incident.isDeleted) return rejected(404, 'incident_not_found')
  const expected = expectedChange(incident.now, fields)
  if (expected.rejection) return expected.rejection
  recordChange(incident, expected.incident, expected.changed)
  item.done = incident
  return { status: 200, version: incident.now.version, isReplay: false }
}

/** Reads the incidents that a batch has created or changed, and compares them with the model. */
async function readTouched(model: Model, items: Item[]): Promise<Comparison[]> {
  const touched = [...new Set(items.flatMap(({ done }) => done ?? []))].filter(({ isDeleted }) => !isDeleted)
  const comparisons: Comparison[] = []
  for (const incident of touched) {
    const now = await readIncident(incident.now.id)
    comparisons.push({ actual: now, expected: { ...incident.now, lastModifiedAt: now.lastModifiedAt } })
    incident.now = now
    const messages = items.flatMap(({ done, patched }) =>
      done === incident && patched?.fields.comment !== undefined ? [String(patched.fields.comment)] : [],
    )
    comparisons.push(await learnComments(model, now.id, messages))
  }
  return comparisons
}

export const batchSteps: Step[] = [
  step('batch', drawnItems, async (model, drawn) => {
    const items = itemsOf(model, drawn)
    if (items.length === 0) return undefined
    const comparisons = [
      ...(await send(model, items)),
      ...(await send(model, items)),
      ...(await readTouched(model, items)),
    ]
    return {
      actual: comparisons.map(({ actual }) => actual),
      expected: comparisons.map(({ expected }) => expected),
    }
  }),
]
