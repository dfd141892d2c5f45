import { frameTexts } from '../texts/frame.ts'
import { ApiProblem } from './api-problem.ts'

/**
 * Milliseconds without progress after which a request is aborted. The server answers within 35 seconds or not at all.
 * The other 25 seconds are for a slow network.
 */
const silenceMaximumMs = 60_000

/**
 * Runs a request and aborts it after one minute without progress. Without this limit, a network that never responds
 * would make the caller wait forever.
 * @param signal abort signal of the caller.
 * @param send sends the request. It must reject with the abort reason when the signal passed to it is aborted. A
 *   request that may take longer calls `restart` at each sign of progress, which restarts the minute.
 * @throws ApiProblem `no_answer` after one minute without progress. A request that the caller aborts throws the reason
 *   of `signal`.
 */
export async function withTimeLimit<Result>(
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal, restart: () => void) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  const limited = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => limited.abort(noResponse()), silenceMaximumMs)
  }
  const abort = () => limited.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  restart()
  try {
    return await send(limited.signal, restart)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

const noResponse = () =>
  new ApiProblem(frameTexts.problem.noResponse(silenceMaximumMs / 1_000), { code: 'no_answer', status: 0 })
