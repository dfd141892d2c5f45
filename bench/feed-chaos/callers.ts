import { Caller, type Subjects } from './caller.ts'
import type { Ledger } from './ledger.ts'
import { randomFrom } from './random.ts'
import type { Site } from './site.ts'

export interface Callers {
  /** Lets each caller finish its write. */
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
  const running = Array.from({ length: count }, async (_, index) => {
    const caller = new Caller({ servers, apiKey, ledger, random: randomFrom(seed + index), signal }, subjects)
    while (!stopping.signal.aborted) await caller.write()
  })
  // The error is reported by `stop`.
  for (const caller of running) caller.catch(() => stopping.abort())
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
