import { frameTexts } from '../texts/frame.ts'
import { ApiProblem } from './api-problem.ts'

/** The server answers within 35 seconds or not at all. The rest is reserve for a slow network. */
const silenceMaximumMs = 60_000

/**
 * Runs a request with a limit of one minute without progress. Without a limit, a network that swallows requests would make
 * the caller wait forever.
 * @param send must reject with the reason of the signal it receives once that is aborted. Long requests call `restart` at
 *   each progress, which starts the minute again.
 * @throws ApiProblem `no_answer` when the time is over. An aborted call throws the reason of `signal`.
 */
export async function withTimeLimit<Answer>(
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal, restart: () => void) => Promise<Answer>,
): Promise<Answer> {
  signal?.throwIfAborted()
  const limited = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => limited.abort(noAnswer()), silenceMaximumMs)
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

const noAnswer = () =>
  new ApiProblem(frameTexts.problem.noAnswer(silenceMaximumMs / 1_000), { code: 'no_answer', status: 0 })
