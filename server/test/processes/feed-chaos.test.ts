import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../../bench/feed-chaos/run.ts', import.meta.url))
const seed = Math.floor(Math.random() * 2 ** 31)
/** Timeout of a test in milliseconds. Starting and restarting the servers takes minutes on a busy machine. */
const patience = 600_000

/** Runs a short form of `npm run feed-chaos`. @returns what the program has written to its log. */
async function runFeedChaos(sizes: Record<string, number>, ...flags: string[]): Promise<string> {
  const durations = { 'delay-maximum-ms': 1_000, 'suspension-ms': 500, minutes: 8 }
  const options = Object.entries({ seed, ...durations, ...sizes }).map(([name, value]) => `--${name}=${value}`)
  const run = promisify(execFile)(process.execPath, [program, '--no-clocks', '--no-restore', ...options, ...flags])
  const { stderr } = await run.catch((error: { stderr: string }) => error)
  return stderr
}

test(
  `three followers read each event once while four servers write and are suspended and killed (seed ${seed})`,
  { timeout: patience },
  async () => {
    const log = await runFeedChaos({ events: 400, callers: 16, delays: 8, suspensions: 2, kills: 3 })
    expect(log).toMatch(/8 delays .*, 2 suspensions, .*\n(.*\n)*passed\n$/)
  },
)

test(
  `the feed-chaos program reports missed events if positions come from a sequence (seed ${seed})`,
  { timeout: patience },
  async () => {
    // Suspending a server usually makes followers miss an event. With ten suspensions, at least one miss is certain.
    const log = await runFeedChaos({ events: 400, callers: 16, delays: 0, suspensions: 10, kills: 0 }, '--sequence')
    expect(log).toMatch(/\nviolation: reader \d: missed: .*\n(.*\n)*failed, seed \d+\n$/)
  },
)
