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

/** Every request is another one: it gets a clientRequestId of its own. */
const creating = (path: string, key: string, body: string) => `
local headers = { ['x-api-key'] = '${key}', ['content-type'] = 'application/json' }
local body = [==[${body}]==]
local random = io.open('/dev/urandom', 'rb')
local function uuid()
  local hex = random:read(16):gsub('.', function(byte) return string.format('%02x', byte:byte()) end)
  return hex:sub(1, 8) .. '-' .. hex:sub(9, 12) .. '-4' .. hex:sub(14, 16) .. '-a' .. hex:sub(18, 20) .. '-' .. hex:sub(21)
end
function request()
  local own = body:gsub('"clientRequestId":"[^"]*"', '"clientRequestId":"' .. uuid() .. '"')
  return wrk.format('POST', '${path}', headers, own)
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
