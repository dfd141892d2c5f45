import type pg from 'pg'
import type { FindHost } from './host-client.ts'

/** Time without a response after which the pool looks for the primary. Statements rarely take as long. */
const patienceMs = 1_000

/** Connection that knows how long it has been waiting for a response. */
interface WaitingClient extends pg.Client {
  waitsLongerThan(durationMs: number): boolean
}

/**
 * Closes the connections of a pool to a host that is no longer the primary. If the host has lost its power or its
 * network, these connections do not break, and each would wait as long for a response as a slow statement may take.
 * @returns a function that stops this.
 */
export function leaveLostHosts(pool: pg.Pool, findHost: FindHost): () => void {
  const clients = new Set<WaitingClient>()
  pool.on('connect', (client) => clients.add(client as unknown as WaitingClient))
  pool.on('remove', (client) => clients.delete(client as unknown as WaitingClient))
  const timer = setInterval(async () => {
    if (![...clients].some((client) => client.waitsLongerThan(patienceMs))) return
    const primary = await findHost().catch(() => undefined)
    for (const client of clients) {
      const { host, port } = { host: client.host, port: client.port, ...primary }
      // Destroying the socket rejects the statements in progress, and lets the pool forget an idle connection.
      if (client.host !== host || client.port !== port) client.connection.stream.destroy()
    }
  }, patienceMs)
  timer.unref()
  return () => clearInterval(timer)
}
