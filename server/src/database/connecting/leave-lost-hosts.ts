import type pg from 'pg'
import type { FindHost, AcceptsWrites } from './host-client.ts'

/** If a statement has had no response for this time, the pool looks for the primary. Few statements take longer. */
const waitMaximumMs = 1_000

/** Connection that measures the time for which it has been waiting for a response. */
interface WaitingClient extends pg.Client {
  waitsLongerThan(durationMs: number): boolean
}

/**
 * Closes the connections of a pool to a host that is no longer the primary. After a power or network failure of the
 * host, these connections do not break by themselves. Each would wait for a response as long as a slow statement may
 * take. Does not close connections to a host that still accepts writes, because two hosts may be proxies in front of
 * one primary.
 * @returns a function that ends the supervision of the pool.
 */
export function leaveLostHosts(pool: pg.Pool, findHost: FindHost, acceptsWrites: AcceptsWrites): () => void {
  const clients = new Set<WaitingClient>()
  pool.on('connect', (client) => clients.add(client as unknown as WaitingClient))
  pool.on('remove', (client) => clients.delete(client as unknown as WaitingClient))
  const timer = setInterval(() => {
    if (![...clients].some((client) => client.waitsLongerThan(waitMaximumMs))) return
    for (const group of Map.groupBy(clients, ({ host, port }) => `${host}:${port}`).values()) void leaveIfLost(group)
  }, waitMaximumMs)
  timer.unref()
  return () => clearInterval(timer)

  async function leaveIfLost(group: WaitingClient[]): Promise<void> {
    const { host, port } = group[0]!
    const [primary, isPrimary] = await Promise.all([findHost().catch(() => undefined), acceptsWrites({ host, port })])
    const found = { host, port, ...primary }
    if (isPrimary || (found.host === host && found.port === port)) return
    // Destroy the socket, which rejects the statements in progress and removes an idle connection from the pool.
    for (const client of group) client.connection.stream.destroy()
  }
}
