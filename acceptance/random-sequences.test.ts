import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unique } from './support/incidents.ts'
import { batchSteps } from './model/batch-steps.ts'
import { changeSteps } from './model/change-steps.ts'
import { commentSteps } from './model/comment-steps.ts'
import { creationSteps } from './model/creation-steps.ts'
import { listSteps } from './model/list-steps.ts'
import type { Comparison, Model } from './model/model.ts'
import { deleteEndpoints, webhookSteps } from './model/webhook-steps.ts'

const newModel = (): Model => ({
  own: unique('sequence'),
  incidents: [],
  rejected: [],
  comments: [],
  walks: [],
  endpoints: [],
})
const compare = ({ actual, expected }: Comparison) => expect(actual).toEqual(expected)

test('every response to a random sequence of requests matches a model of the contract', async () => {
  // Include the list steps three times, because there are fewer list steps than write steps, and reading a list to its
  // last page takes several steps.
  const steps = [
    ...creationSteps,
    ...listSteps,
    ...listSteps,
    ...listSteps,
    ...commentSteps,
    ...changeSteps,
    ...batchSteps,
    ...webhookSteps,
  ]
  const sequences = fc.commands(steps, { size: 'max', maxCommands: 100 })
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const model = newModel()
    try {
      await fc.asyncModelRun(() => ({ model, real: compare }), sequence)
    } finally {
      await deleteEndpoints(model)
    }
  })
  await fc.assert(property, { numRuns: 25 })
  expect.hasAssertions()
})
