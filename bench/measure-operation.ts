import { sendLoad, type LoadExtent, type Measurement } from './http-load.ts'
import type { Operation } from './operations.ts'
import type { MeasuredOrganization } from './organization.ts'
import { writeRequest } from './requests.ts'
import type { Side } from './side.ts'
import { readUsage, usagePerRequest, type Usage } from './usage.ts'

/** Number of concurrent callers. All measurements use the same number, so that they can be compared. */
export const connections = 32

/**
 * Number of requests to prepare for each second of a measurement, more than a server can answer. Otherwise, a
 * measurement of an operation that writes could run out of requests.
 */
const requestsPerSecond = 10_000

export type OperationSample = Omit<Measurement & Usage, 'count' | 'elapsedMs'>

/**
 * Measures one operation in one organization over HTTP: response times, and the resources of the server and PostgreSQL.
 */
export async function measureOperation(
  side: Side,
  organization: MeasuredOrganization,
  operation: Operation,
  extent: LoadExtent,
  callers = connections,
): Promise<OperationSample> {
  const wanted = 'requests' in extent ? extent.requests : extent.seconds * requestsPerSecond
  const requests = await operation.makeRequests(side, organization, wanted)
  const credentials = operation.as === 'key' ? organization.key : organization.session
  const written = requests.map((request) => writeRequest(request, credentials))
  const before = await readUsage(side)
  const load = { port: side.server.port, connections: callers, requests: written, repeats: !operation.writes, extent }
  const { count, elapsedMs: _, ...measured } = await sendLoad(load)
  return { ...measured, ...usagePerRequest(before, await readUsage(side), count) }
}
