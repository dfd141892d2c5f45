import { frameTexts } from '../texts/frame.ts'
import { ApiProblem } from './api-problem.ts'

/** The server answers within 35 seconds or not at all; the rest is for a slow network. */
const silenceMaximumMs = 60_000

/**
 * Waits for an answer as long as it can still come, and for its caller: on a network that swallows what is sent, nothing
 * would ever end the wait.
 * @param ask gives up when the signal that it is given is aborted, and throws its reason. For what may rightly take longer
 *   it tells, each time that something moves, that the wait begins anew.
 * @throws ApiProblem when the time is over; an aborted call throws the reason of `signal`.
 */
export async function withTimeLimit<Answer>(
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal, tellMoved: () => void) => Promise<Answer>,
): Promise<Answer> {
  signal?.throwIfAborted()
  const waiting = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => waiting.abort(noAnswer()), silenceMaximumMs)
  }
  const giveUp = () => waiting.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp)
  wait()
  try {
    return await ask(waiting.signal, wait)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

const noAnswer = () =>
  new ApiProblem(frameTexts.problem.noAnswer(silenceMaximumMs / 1_000), { code: 'no_answer', status: 0 })
