import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../../bench/feed-chaos/run.ts', import.meta.url))
const seed = Math.floor(Math.random() * 2 ** 31)

test(`three followers read each event once, while four servers write and are suspended and killed (seed ${seed})`, async () => {
  const sizes = { events: 400, callers: 16, delays: 8, suspensions: 2, kills: 4 }
  const durations = { 'delay-maximum-ms': 1_000, 'suspension-ms': 500, minutes: 4 }
  const options = Object.entries({ seed, ...sizes, ...durations }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ])
  const run = promisify(execFile)(process.execPath, [program, '--no-clocks', '--no-restore', ...options])
  const output = await run.then(
    ({ stderr }) => stderr,
    ({ stderr }: { stderr: string }) => stderr,
  )
  expect(output).toContain('8 delays, 2 suspensions')
  expect(output).toMatch(/\npassed\n$/)
}, 300_000)
