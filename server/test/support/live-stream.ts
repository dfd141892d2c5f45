import type { LiveChange } from '@tocsin/contract/events/live.ts'
import { until } from './until.ts'

interface LiveEvent {
  event: string
  id: string | undefined
  data: LiveChange
}

export interface OpenStream {
  response: Response
  /** Events received so far, without the `still_here` events that only show that the server is alive. */
  events: LiveEvent[]
  /** Resolves when the server sends the first `still_here` event. */
  stillHere: Promise<void>
  /**
   * Waits until an event has arrived for which `isWanted` returns true, and returns the first such event.
   * @param description names the awaited event, for the error message of a timeout.
   */
  wait(description: string, isWanted: (event: LiveEvent) => boolean): Promise<LiveEvent>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

/** Opens a stream of live updates as a browser would, and waits until the server sends the `ready` event. */
export async function openStream(url: string, cookie: string, lastEventId?: string): Promise<OpenStream> {
  const controller = new AbortController()
  const response = await fetch(`${url}/api/console/events`, {
    headers: { cookie, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    signal: controller.signal,
  })
  const events: LiveEvent[] = []
  const { promise: stillHere, resolve: onStillHere } = Promise.withResolvers<void>()
  const ended = response.ok ? readInto(events, response, onStillHere) : Promise.resolve()
  // Ignore the error of reading a stream that the test has closed.
  ended.catch(() => undefined)
  const stream: OpenStream = {
    response,
    events,
    stillHere,
    ended,
    async wait(description, isWanted) {
      await until(description, async () => events.some(isWanted))
      return events.find(isWanted)!
    },
    close: () => controller.abort(),
  }
  if (response.ok) await stream.wait('the stream is ready', ({ event }) => event === 'ready')
  return stream
}

async function readInto(events: LiveEvent[], response: Response, onStillHere: () => void): Promise<void> {
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
      const event = fields.get('event')
      if (event === 'still_here') onStillHere()
      else if (event) events.push({ event, id: fields.get('id'), data: JSON.parse(fields.get('data')!) as LiveChange })
    }
  }
}
