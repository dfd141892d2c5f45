import type { TocsinClient } from '../../client/src/client.ts'
import type { Sending } from './client.ts'
import type { Parameters } from './typed-query.ts'

/** Request of a spec, split into the parts that methods of the client take as parameters. */
interface Request {
  /** Values of the path parameters. */
  segments: string[]
  parameters: Parameters
  json: Record<string, unknown>
  body: Sending['body']
  idempotencyKey: { idempotencyKey?: string }
  /** Version in the header `If-Match`. */
  ifMatch: { ifMatch?: number }
}

/** Sends a request by calling a method of the client. Returns undefined if no method can send the request. */
type Operation = (client: TocsinClient, request: Request) => Promise<unknown> | undefined

export type Operations = [method: string, path: RegExp, operation: Operation][]

export const uuid = '([0-9a-f-]{36})'

export function at(path: string): RegExp {
  return new RegExp(`^${path}$`)
}
