import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { HttpLoad, Measurement } from './http-load.ts'

/**
 * The same load from wrk, which leaves more of the machine to the server than a generator in JavaScript does.
 * @returns undefined where wrk is not installed.
 * @throws Error when a request is refused or fails.
 */
export async function measureWithWrk(
  { url, paths, key, connections, makeBody, folder }: HttpLoad,
  seconds: number,
): Promise<Measurement | undefined> {
  const script = join(folder, 'wrk.lua')
  await writeFile(script, makeBody ? creating(paths[0]!, key, JSON.stringify(makeBody())) : reading(paths, key))
  // wrk counts an answer after 2 s as a failure unless told otherwise; a disk may stall for longer.
  const options = [...`-t 1 -c ${connections} -d ${seconds}s --timeout 30s --latency -s`.split(' '), script, url]
  try {
    return readReport((await promisify(execFile)('wrk', options)).stdout)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const reading = (paths: string[], key: string) => `
wrk.headers['x-api-key'] = '${key}'
local paths, turn = { ${paths.map((path) => `'${path}'`).join(', ')} }, 0
function request()
  turn = turn % #paths + 1
  return wrk.format('GET', paths[turn])
end`

/**
 * Each creation has a clientRequestId of its own. All else is formatted once, so that wrk, which shares the server's cores,
 * takes hardly more of them for it than for reading.
 */
const creating = (path: string, key: string, body: string) => `
local headers = { ['x-api-key'] = '${key}', ['content-type'] = 'application/json' }
local random = math.random
local seed = 0
for byte in io.open('/dev/urandom', 'rb'):read(6):gmatch('.') do seed = seed * 256 + byte:byte() end
math.randomseed(seed)
local function hex(digits)
  return string.format('%0' .. digits .. 'x', random(0, 16 ^ digits - 1))
end
local function uuid()
  return hex(8) .. '-' .. hex(4) .. '-4' .. hex(3) .. '-a' .. hex(3) .. '-' .. hex(6) .. hex(6)
end
local whole, head, tail
function request()
  if not whole then
    whole = wrk.format('POST', '${path}', headers, [==[${body}]==])
    head, tail = whole:match('^(.*"clientRequestId":")[^"]*(".*)$')
  end
  return head and head .. uuid() .. tail or whole
end`

function readReport(report: string): Measurement {
  const failed = /(Non-2xx.*|Socket errors.*)/.exec(report)?.[1]
  if (failed) throw new Error(`wrk: ${failed}`)
  const millisecondsAt = (percentile: number) => {
    const [, count, unit] = new RegExp(`${percentile}%\\s+([\\d.]+)(us|ms|s)`).exec(report) ?? []
    return Number(count) * { us: 0.001, ms: 1, s: 1_000 }[unit as 'us' | 'ms' | 's']
  }
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1])
  return { perSecond, p50Ms: millisecondsAt(50), p99Ms: millisecondsAt(99) }
}
