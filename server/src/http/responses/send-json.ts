import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends JSON text as the response. Bypasses the serializer of the response schema. */
export const sendJson = (reply: FastifyReply, json: string | Readable): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json)
