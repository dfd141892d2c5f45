import { Caller, type Subjects } from './caller.ts'
import type { Ledger } from './ledger.ts'
import { randomFrom } from './random.ts'
import type { Site } from './site.ts'

export interface Callers {
  /** Aborted when a write gets an unexpected response. The reason is the error. */
  failed: AbortSignal
  /** Stops the callers, after each has finished its current write. */
  stop(): Promise<void>
}

interface CallersOptions {
  count: number
  seed: number
  ledger: Ledger
  signal: AbortSignal
}

/** Starts callers that write until they are stopped. */
export function startCallers({ servers, apiKey }: Site, { count, seed, ledger, signal }: CallersOptions): Callers {
  const subjects: Subjects = { incidents: [], comments: [], deleted: [] }
  const stopping = new AbortController()
  const failing = new AbortController()
  const running = Array.from({ length: count }, async (_, index) => {
    const caller = new Caller({ servers, apiKey, ledger, random: randomFrom(seed + index), signal }, subjects)
    while (!stopping.signal.aborted && !failing.signal.aborted) await caller.write()
  })
  for (const caller of running) caller.catch((error) => failing.abort(error))
  return {
    failed: failing.signal,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
