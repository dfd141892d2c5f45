import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { BulkChange, BulkUndo } from '@tocsin/contract/console/bulk-change.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { responses, bodyCodes } from '../../http/problems/responses.ts'
import { sendLines } from '../../http/responses/send-lines.ts'
import { readUnpagedQuery } from '../list/read-unpaged-query.ts'
import { changeInBulk } from './change.ts'
import type { BulkEnd } from './run.ts'
import { undoInBulk } from './undo.ts'

const response = responses(
  { 200: Type.Unsafe<Readable>({ type: 'string', description: 'NDJSON: each line a BulkMessage.' }) },
  [400, 401, 403, 500],
  ['too_many_incidents', ...bodyCodes],
)

/**
 * Maximum duration of a response in milliseconds. The rest of a longer change is made only when the client requests it.
 * A change that the client cancels therefore ends within this time.
 */
const responseMs = 1_000

/**
 * Operations of the console with which staff change many incidents, or undo a bulk change. The responses stream the
 * progress. A client cancels a change by not requesting its rest. A client that closes the connection stops the change
 * at once.
 */
export const bulkChangeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const stopping = new AbortController()
  // When the server stops, end the running bulk changes, because the server waits until their responses have ended.
  app.addHook('preClose', async () => stopping.abort())
  const endOf = (request: FastifyRequest, reply: FastifyReply): BulkEnd => {
    const disconnected = new AbortController()
    reply.raw.once('close', () => disconnected.abort())
    return {
      checkAccess: request.checkAccess,
      stopping: stopping.signal,
      disconnected: disconnected.signal,
      responseMs,
    }
  }

  app.post(
    '/incidents/bulk-change',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'bulk-change-incidents',
        summary: 'Change all incidents that match the filters of the query',
        body: BulkChange,
        response,
      },
    },
    async (request, reply) => {
      const { scope, query, body } = request
      return sendLines(request, reply, await changeInBulk(scope, readUnpagedQuery(query), body, endOf(request, reply)))
    },
  )

  app.post(
    '/incidents/bulk-undo',
    {
      config: { role: 'member' },
      schema: {
        operationId: 'undo-bulk-change',
        summary: 'Restore the values that a bulk change replaced',
        body: BulkUndo,
        response,
      },
    },
    async (request, reply) => sendLines(request, reply, undoInBulk(request.scope, request.body, endOf(request, reply))),
  )
}
