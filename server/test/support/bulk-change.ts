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

/** Sends a bulk change or its undo, and yields the messages of the response as they arrive. */
export async function* bulkMessages(
  { url }: Server,
  { cookie, csrfToken }: SignedIn,
  path: string,
  body: BulkChange | BulkUndo,
  signal?: AbortSignal,
): AsyncGenerator<BulkMessage> {
  const response = await fetch(`${url}/api/console/incidents/${path}`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
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
}

/** Adds up the messages of a bulk change. */
export async function reportOf(messages: AsyncIterable<BulkMessage>): Promise<BulkReport> {
  const report: BulkReport = {
    total: undefined,
    changed: 0,
    left: [],
    events: [],
    isFinished: false,
    problem: undefined,
  }
  for await (const message of messages) {
    if ('total' in message) report.total = message.total
    else if ('problem' in message) report.problem = message.problem
    else if ('outcome' in message) report.isFinished = true
    else {
      report.changed += message.changed
      report.left.push(...message.left)
      if (message.events) report.events.push(message.events)
    }
  }
  return report
}

/** Makes a bulk change. @param query filters of the incidents, as in the address of the list. */
export const bulkChange = (server: Server, staff: SignedIn, query: string, body: BulkChange): Promise<BulkReport> =>
  reportOf(bulkMessages(server, staff, `bulk-change?${query}`, body))

export const bulkUndo = (server: Server, staff: SignedIn, events: EventRange[]): Promise<BulkReport> =>
  reportOf(bulkMessages(server, staff, 'bulk-undo', { events }))
