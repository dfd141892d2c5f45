import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { reportProblem } from '../problems/problems.ts'

/**
 * Maximum time without a message, in milliseconds. After this time, an empty line shows clients and proxies that the
 * operation is still running.
 */
const silenceMaximumMs = 3_000

/**
 * Streams the progress of a long operation as NDJSON, one message per line, as fast as the client reads. If the client
 * disconnects, the operation is ended at its next message. If the operation fails, the last line contains the problem,
 * because the status of the response has already been sent.
 */
export function sendLines(request: FastifyRequest, reply: FastifyReply, messages: AsyncGenerator<object>) {
  return (
    reply
      .type('application/x-ndjson; charset=utf-8')
      // Stop proxies from buffering the response, which would delay the progress.
      .header('x-accel-buffering', 'no')
      .send(Readable.from(asLines(request, messages), { highWaterMark: 1 }))
  )
}

async function* asLines(request: FastifyRequest, messages: AsyncGenerator<object>): AsyncGenerator<string> {
  try {
    for (;;) {
      const next = nextMessage(request, messages)
      while (!(await endsInTime(next))) yield '\n'
      const message = await next
      if (!message) return
      yield `${JSON.stringify(message)}\n`
    }
  } finally {
    await messages.return(undefined)
  }
}

/** Returns the next message, or the problem that ended the operation; undefined after the last message. */
async function nextMessage(
  request: FastifyRequest,
  messages: AsyncGenerator<object>,
): Promise<object | { problem: ProblemDetails } | undefined> {
  try {
    const { done, value } = await messages.next()
    return done ? undefined : value
  } catch (error) {
    return { problem: reportProblem(error, request) }
  }
}

async function endsInTime(work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController()
  const isLate = setTimeout(silenceMaximumMs, false, { signal: timer.signal, ref: false }).catch(() => false)
  try {
    return await Promise.race([work.then(() => true), isLate])
  } finally {
    timer.abort()
  }
}
