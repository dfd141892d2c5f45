import { TocsinClient } from '@tocsin/client'

/** Creates an incident at each base URL, without `process.exit` at the end: `create-and-end <url> …`. */
for (const baseUrl of process.argv.slice(2)) {
  // With timeouts of an hour or more, a timer that is not cleared would delay the end of the process for an hour.
  const timeouts = { attemptMs: 3_600_000, totalMs: 7_200_000 }
  const client = new TocsinClient({ baseUrl, apiKey: 'k', timeouts, retry: { firstDelayMs: 1, attemptsMaximum: 2 } })
  const signal = AbortSignal.timeout(3_600_000)
  const outcome = await client.incidents.create({ name: 'Spill' }, { signal }).then(
    ({ id }) => id,
    (error: unknown) => (error as Error).name,
  )
  process.stdout.write(`${outcome}\n`)
}
