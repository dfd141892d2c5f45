import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Answers with JSON that is text already; the schema of the answer documents it and does not print it again. */
export const answerJson = (reply: FastifyReply, json: string | Readable): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json)
