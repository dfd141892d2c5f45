import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Answers with JSON text and bypasses the serializer of the answer's schema. */
export const answerJson = (reply: FastifyReply, json: string | Readable): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json)
