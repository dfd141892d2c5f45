import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { BatchIncidents, BatchResults, type BatchResult } from '@tocsin/contract/api/incident-batch.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { batchMaximum } from '@tocsin/contract/limits.ts'
import { ref } from '@tocsin/contract/scalars.ts'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { sendJson } from '../../http/responses/send-json.ts'
import { responses, bodyCodes } from '../../http/problems/responses.ts'
import { reportProblem } from '../../http/problems/problems.ts'
import { shapeViolations } from '../../http/problems/shape-violations.ts'
import { strictCompiler } from '../../http/problems/validation.ts'
import { Problem } from '../../problem.ts'
import { runItem, type Outcome } from './run-item.ts'

const bodyMaximumBytes = 4 * 1024 * 1024

/** Schema that checks only the list of items. `runItem` checks each item, because each item has its own result. */
const outerBody = Type.Object(
  { items: Type.Array(Type.Unknown(), { minItems: 1, maxItems: batchMaximum }) },
  { additionalProperties: false },
)
const compileOuter: FastifySchemaCompiler<TSchema> = (route) =>
  strictCompiler(route.httpPart === 'body' ? { ...route, schema: outerBody } : route)

/** Operation that creates and changes many incidents with one request. */
export const incidentBatchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/incidents/batch',
    {
      config: { scope: 'write', isBatched: true },
      bodyLimit: bodyMaximumBytes,
      attachValidation: true,
      validatorCompiler: compileOuter,
      schema: {
        operationId: 'batch-incidents',
        summary: 'Create and change many incidents',
        description:
          'Runs up to 200 creations and changes, one after another. Each commits by itself and has its own result, so a ' +
          'rejected item does not undo the others. A repeated batch changes nothing twice, if each creation has the same ' +
          '`clientRequestId` and each patch the same `idempotencyKey` as before. The header `Idempotency-Key` has no ' +
          'effect. If the connection breaks or the API key is revoked, the remaining items are not run. The body may ' +
          'have 4 MiB.',
        tags: ['Incidents'],
        body: ref(BatchIncidents),
        response: responses({ 200: ref(BatchResults) }, [400, 401, 500], bodyCodes),
      },
    },
    async (request, reply) => {
      const violations = shapeViolations(request)
      const { inItems, elsewhere } = sortViolations(violations)
      if (elsewhere.length > 0) throw new Problem('invalid_request', { violations })
      const results: string[] = []
      for (const [index, item] of (request.body.items as unknown[]).entries()) {
        // Rejected items do not wait for the database, so let the server answer other requests between two items.
        await setImmediate()
        // A caller who has left will repeat the batch. The remaining items would only compete with the repeated batch.
        if (request.socket.destroyed) throw new Problem('unavailable', { detail: 'The caller has left.', isShed: true })
        // If the access has ended, reject the whole batch: callers would give up an item whose own result is a
        // rejection.
        await request.checkAccess()
        // Convert each result to JSON here: together, the results may have 6 MB, too much to convert without a pause.
        const run = () => runItem(request.scope, item, inItems.get(index) ?? [])
        results.push(JSON.stringify(await resultOf(run, request)))
      }
      return sendJson(reply, `{"results":[${results.join()}]}`)
    },
  )
}

/**
 * Separates the violations inside items from all other violations.
 * @returns the violations inside each item, keyed by the index of the item, with pointers that begin at the item.
 */
function sortViolations(violations: Violation[]) {
  const inItems = new Map<number, Violation[]>()
  const elsewhere: Violation[] = []
  for (const violation of violations) {
    const [, index, pointer = ''] = /^\/items\/(\d+)(\/.*)?$/s.exec(violation.pointer ?? '') ?? []
    if (index === undefined) {
      elsewhere.push(violation)
      continue
    }
    const inItem = inItems.get(Number(index)) ?? []
    // Do not copy the list, because one item may have 30,000 violations.
    inItem.push({ ...violation, pointer })
    inItems.set(Number(index), inItem)
  }
  return { inItems, elsewhere }
}

/**
 * Runs an item. Turns a rejection into the result of the item.
 * @throws any error that is not a rejection, such as a lost database connection. The earlier items stay committed.
 */
async function resultOf(run: () => Promise<Outcome>, request: FastifyRequest): Promise<BatchResult> {
  try {
    return { ...(await run()), problem: null }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const problem = reportProblem(error, request)
    return { status: error.status, incidentId: null, version: null, isReplay: false, problem }
  }
}
