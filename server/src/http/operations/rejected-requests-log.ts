import type { FastifyRequest } from 'fastify'
import type { Problem } from '../../problem.ts'

const intervalMs = 10_000

/** Logs requests that the server rejects under load, with at most one line per reason in ten seconds. */
export class RejectedRequestsLog {
  readonly #reasons = new Map<string, { loggedAtMs: number; unlogged: number }>()

  record({ message, code, status }: Problem, request: FastifyRequest): void {
    const nowMs = performance.now()
    const { loggedAtMs, unlogged } = this.#reasons.get(message) ?? { loggedAtMs: -Infinity, unlogged: 0 }
    if (nowMs - loggedAtMs < intervalMs) return void this.#reasons.set(message, { loggedAtMs, unlogged: unlogged + 1 })
    this.#reasons.set(message, { loggedAtMs: nowMs, unlogged: 0 })
    request.log.info({ code, status, unlogged }, `requests are rejected: ${message}`)
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    rejectedRequestsLog: RejectedRequestsLog
  }
}
