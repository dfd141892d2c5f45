import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { listen } from '../../../server/test/support/listen.ts'

/** Treatment of a success response: sent whole, not sent, or cut off after half of its body. */
export type Treatment = 'deliver' | 'drop' | 'break off'

/**
 * Starts a proxy that loses responses of the server behind it.
 * @param decide called for each request that the server answered with a success, before the client gets the response.
 * @returns the URL of the proxy, without a path.
 */
export async function startCuttingProxy(target: string, decide: (method: string) => Treatment): Promise<string> {
  const { url, close } = await listen((incoming, outgoing) => forward(target, incoming, outgoing, decide))
  afterAll(close)
  return url
}

/**
 * Forwards a request to the target, and the response of the target to the client. If `decide` returns another treatment than
 * `deliver`, the client gets no response or only half of the response.
 */
export async function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  decide: (method: string) => Treatment = () => 'deliver',
): Promise<void> {
  const body = await buffer(incoming)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { method, headers } = incoming
    request(new URL(incoming.url!, target), { method, headers }, resolve).on('error', reject).end(body)
  })
  const content = await buffer(response)
  const status = response.statusCode!
  const treatment = status < 300 ? decide(incoming.method!) : 'deliver'
  if (treatment === 'drop') return void outgoing.destroy()
  outgoing.writeHead(status, response.headers)
  if (treatment === 'deliver') return void outgoing.end(content)
  outgoing.write(content.subarray(0, content.length / 2), () => outgoing.destroy())
}
