import { setTimeout as wait } from 'node:timers/promises'
import { readPostgresCpuMs } from '../process-cpu.ts'
import { sendRequest, type Outcome, type RawRequest } from './send.ts'
import type { ProbedServer } from './server.ts'

/** Outcome of one request, with the resources that the server used for it. */
export interface Measured extends Outcome {
  cpuMs: number
  /** CPU time of the longest turn of the event loop, during which the server can answer no other request. */
  stallMs: number
  /** Peak of the resident memory in MiB, minus the resident memory before the request. */
  memoryMib: number
  postgresCpuMs: number
  hasCrashed: boolean
}

export interface Finding {
  kind: 'CPU' | 'stall' | 'memory' | 'status' | 'hung' | 'crash' | 'note: PostgreSQL'
  value: string
}

const limits = { cpuMs: 50, memoryMib: 64, postgresCpuMs: 1_000 }
const repeats = 3

/** Attacked server and its PostgreSQL. After a crash, `server` is replaced by a newly started server. */
export interface Target {
  folder: string
  server: ProbedServer
  postgresPid: number
}

/**
 * Sends a request and measures the resources that it takes. If there is a finding, sends the request up to twice more
 * and returns the smallest figures. A single measurement may include garbage collection or background work.
 * @param isCostly true for a route that needs much CPU time by design. For this route, a blocked event loop is a
 *   finding instead of the CPU time.
 */
export async function measure(
  target: Target,
  make: () => RawRequest | Promise<RawRequest>,
  isCostly: boolean,
): Promise<{ last: Measured; findings: Finding[] }> {
  let least = await measureOnce(target, await make())
  for (let repeat = 1; repeat < repeats && !least.hasCrashed && exceeds(least, isCostly); repeat++) {
    await target.server.read({ collectGarbage: true })
    const next = await measureOnce(target, await make())
    least = next.hasCrashed ? next : leastOf(least, next)
  }
  return { last: least, findings: findingsOf(least, isCostly) }
}

async function measureOnce({ server, postgresPid }: Target, request: RawRequest): Promise<Measured> {
  const before = await server.read()
  const postgresBeforeMs = await readPostgresCpuMs(postgresPid)
  await server.resetPeak()
  const outcome = await sendRequest(server.port, request)
  // The server may still be working on a request that it has not answered. Wait, so that this work or a crash is
  // measured too.
  if (outcome.kind !== 'answered') await wait(200)
  if (server.hasEnded()) {
    return { ...outcome, cpuMs: 0, stallMs: 0, memoryMib: 0, postgresCpuMs: 0, hasCrashed: true }
  }
  const after = await server.read()
  return {
    ...outcome,
    cpuMs: after.cpuMs - before.cpuMs,
    stallMs: after.stallMs,
    memoryMib: after.peakMib - before.residentMib,
    postgresCpuMs: (await readPostgresCpuMs(postgresPid)) - postgresBeforeMs,
    hasCrashed: false,
  }
}

/** Combines two measurements: takes the smallest value of each figure, and prefers the outcome that is a failure. */
const leastOf = (one: Measured, other: Measured): Measured => ({
  ...(isFailure(one) ? one : other),
  cpuMs: Math.min(one.cpuMs, other.cpuMs),
  stallMs: Math.min(one.stallMs, other.stallMs),
  memoryMib: Math.min(one.memoryMib, other.memoryMib),
  postgresCpuMs: Math.min(one.postgresCpuMs, other.postgresCpuMs),
})

/** Returns true for a status of 500 or more. A 503 with `Retry-After` is no failure, because clients must expect it. */
const isFailure = ({ status, hasRetryAfter }: Measured): boolean => status >= 500 && !(status === 503 && hasRetryAfter)

const exceeds = (measured: Measured, isCostly: boolean): boolean => findingsOf(measured, isCostly).length > 0

function findingsOf(measured: Measured, isCostly: boolean): Finding[] {
  const { kind, status, cpuMs, stallMs, memoryMib, postgresCpuMs, durationMs, hasCrashed } = measured
  const findings: Finding[] = []
  if (hasCrashed) return [{ kind: 'crash', value: 'the process ended' }]
  if (kind === 'hung') findings.push({ kind: 'hung', value: `${Math.round(durationMs)} ms` })
  if (isFailure(measured)) findings.push({ kind: 'status', value: String(status) })
  if (!isCostly && cpuMs > limits.cpuMs) findings.push({ kind: 'CPU', value: `${Math.round(cpuMs)} ms` })
  if (isCostly && stallMs > limits.cpuMs) findings.push({ kind: 'stall', value: `${Math.round(stallMs)} ms` })
  if (memoryMib > limits.memoryMib) findings.push({ kind: 'memory', value: `${Math.round(memoryMib)} MiB` })
  if (postgresCpuMs > limits.postgresCpuMs) {
    findings.push({ kind: 'note: PostgreSQL', value: `${Math.round(postgresCpuMs)} ms` })
  }
  return findings
}
