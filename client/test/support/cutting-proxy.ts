import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { listen } from '../../../server/test/support/listen.ts'

/** Treatment of a success response: sent whole, not sent, or cut off after half of its body. */
export type Fate = 'deliver' | 'drop' | 'break off'

/**
 * Starts a proxy that loses responses of the server behind it.
 * @param decide called for each request that the server answered with a success, before the client gets the response.
 * @returns the URL of the proxy, without a path.
 */
export async function startCuttingProxy(target: string, decide: (method: string) => Fate): Promise<string> {
  const { url, close } = await listen((incoming, outgoing) => forward(target, incoming, outgoing, decide))
  afterAll(close)
  return url
}

/**
 * Forwards a request to the target, and the response of the target to the client. If `decide` returns another fate than
 * `deliver`, the client gets no response or only half of the response.
 */
export async function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  decide: (method: string) => Fate = () => 'deliver',
): Promise<void> {
  const body = await buffer(incoming)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { method, headers } = incoming
    request(new URL(incoming.url!, target), { method, headers }, resolve).on('error', reject).end(body)
  })
  const content = await buffer(answer)
  const status = answer.statusCode!
  const fate = status < 300 ? decide(incoming.method!) : 'deliver'
  if (fate === 'drop') return void outgoing.destroy()
  outgoing.writeHead(status, answer.headers)
  if (fate === 'deliver') return void outgoing.end(content)
  outgoing.write(content.subarray(0, content.length / 2), () => outgoing.destroy())
}
