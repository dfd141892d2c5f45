import { frameTexts } from '../texts/frame.ts'
import { ApiProblem } from './api-problem.ts'

/** The server answers within 35 seconds or not at all; the rest is for a slow network. */
const answerMaximumMs = 60_000

/**
 * Waits for an answer as long as it can still come, and for its caller: on a network that swallows what is sent, nothing
 * would ever end the wait.
 * @param ask gives up when the signal that it is given is aborted, and throws its reason.
 * @throws ApiProblem when the time is over; an aborted call throws the reason of `signal`.
 */
export async function withTimeLimit<Answer>(
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  signal?.throwIfAborted()
  const waiting = new AbortController()
  const giveUp = () => waiting.abort(signal?.reason)
  const timer = setTimeout(() => waiting.abort(noAnswer()), answerMaximumMs)
  signal?.addEventListener('abort', giveUp)
  try {
    return await ask(waiting.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

const noAnswer = () =>
  new ApiProblem(frameTexts.problem.noAnswer(answerMaximumMs / 1_000), { code: 'no_answer', status: 0 })
