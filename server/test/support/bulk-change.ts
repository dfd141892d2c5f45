import type {
  BulkChange,
  BulkMessage,
  BulkUndo,
  EventRange,
  LeftIncident,
} from '@tocsin/contract/console/bulk-change.ts'
import type { ProblemDetails } from '@tocsin/contract/api/problem.ts'
import type { SignedIn } from './console.ts'

type Server = { url: string }

/**
 * Sends a bulk change or its undo. If a response ends before all incidents are changed, sends another request for the
 * remaining incidents. Yields the messages of all responses as they arrive.
 */
export async function* bulkMessages(
  server: Server,
  staff: SignedIn,
  path: string,
  body: BulkChange | BulkUndo,
  signal?: AbortSignal,
): AsyncGenerator<BulkMessage> {
  let rest: BulkChange | BulkUndo | undefined = body
  while (rest) {
    const sent: BulkChange | BulkUndo = rest
    rest = undefined
    for await (const message of messagesOf(await send(server, staff, path, sent, signal))) {
      if ('rest' in message) rest = message.rest
      else yield message
    }
  }
}

const send = (
  { url }: Server,
  { cookie, csrfToken }: SignedIn,
  path: string,
  body: BulkChange | BulkUndo,
  signal: AbortSignal | undefined,
): Promise<Response> =>
  fetch(`${url}/api/console/incidents/${path}`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })

async function* messagesOf(response: Response): AsyncGenerator<BulkMessage> {
  if (response.status !== 200) return yield { problem: (await response.json()) as ProblemDetails }
  let text = ''
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (text + part).split('\n')
    text = lines.pop()!
    for (const line of lines) if (line !== '') yield JSON.parse(line) as BulkMessage
  }
}

export interface BulkReport {
  total: number | undefined
  changed: number
  left: LeftIncident[]
  events: EventRange[]
  isFinished: boolean
  problem: ProblemDetails | undefined
  /** Body of the request that continues the change. */
  rest: BulkChange | BulkUndo | undefined
}

/** Combines the messages of a bulk change into one report. */
export async function reportOf(messages: AsyncIterable<BulkMessage>): Promise<BulkReport> {
  const report: BulkReport = {
    total: undefined,
    changed: 0,
    left: [],
    events: [],
    isFinished: false,
    problem: undefined,
    rest: undefined,
  }
  for await (const message of messages) {
    if ('total' in message) report.total ??= message.total
    else if ('problem' in message) report.problem = message.problem
    else if ('outcome' in message) report.isFinished = true
    else if ('rest' in message) report.rest = message.rest
    else {
      report.changed += message.changed
      report.left.push(...message.left)
      if (message.events) report.events.push(message.events)
    }
  }
  return report
}

/** Makes a bulk change. @param query filters, as in the query string of the list of incidents. */
export const bulkChange = (server: Server, staff: SignedIn, query: string, body: BulkChange): Promise<BulkReport> =>
  reportOf(bulkMessages(server, staff, `bulk-change?${query}`, body))

export const bulkUndo = (server: Server, staff: SignedIn, events: EventRange[]): Promise<BulkReport> =>
  reportOf(bulkMessages(server, staff, 'bulk-undo', { events }))
