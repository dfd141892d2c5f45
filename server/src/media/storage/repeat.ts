import { setTimeout as delay } from 'node:timers/promises'

/** Pauses before a failed request to S3 is repeated, in milliseconds. The list has one pause for each repetition. */
export const repetitionPausesMs = [250, 1_000, 4_000]

/**
 * Runs `work`, and repeats it up to three times if S3 cannot be reached or reports a temporary failure. S3 does that
 * now and then, and the AWS SDK repeats no request that sends a stream.
 * @throws the error of the last attempt.
 */
export async function repeatIfUnavailable(work: () => Promise<void>): Promise<void> {
  for (const pauseMs of repetitionPausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!isTemporary(error)) throw error
      await delay(pauseMs)
    }
  }
  return work()
}

/** Returns true if S3 gave no answer, or an answer with the status 429 or 5xx. */
function isTemporary(error: unknown): boolean {
  const { $metadata } = Object((error as Error).cause) as { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode ?? 500
  return status === 429 || status >= 500
}
