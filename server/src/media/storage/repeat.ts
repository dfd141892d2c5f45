import { setTimeout as delay } from 'node:timers/promises'

/** Pauses in milliseconds before a failed request to S3 is repeated, one for each repetition. */
export const repetitionPausesMs = [250, 1_000, 4_000]

/**
 * Runs `work`, and repeats it up to three times if S3 cannot be reached or reports a temporary failure. These failures
 * occur now and then. The AWS SDK never repeats a request that sends a stream, and repeats other requests only within a
 * tenth of a second.
 * @throws the error of the last attempt.
 */
export async function repeatIfUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
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

/** Returns true if S3 gave no response, or a response with the status 429 or 5xx. */
function isTemporary(error: unknown): boolean {
  const status = statusOf(error) ?? 500
  return status === 429 || status >= 500
}

/** Returns the status with which S3 has rejected a request; undefined if S3 gave no response. */
export function statusOf(error: unknown): number | undefined {
  const { $metadata } = Object((error as Error).cause) as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode
}
