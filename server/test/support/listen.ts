import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listener {
  /** Origin of the server, without a path. */
  url: string
  /** Stops the server and closes all open connections. */
  close(): void
}

/**
 * Starts an HTTP server on a free port of this machine.
 * @param handle handles each request. If `handle` throws an error, the server closes the connection of the request.
 */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Listener> {
  const handleOrDisconnect = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      await handle(request, response)
    } catch {
      response.destroy()
    }
  }
  const server = createServer((request, response) => void handleOrDisconnect(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
