import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export interface ReservedPort {
  port: number
  tookAnother: boolean
  release(): Promise<void>
}

/**
 * Resolves a host name to the IP address on which to listen. Pass this address to Fastify instead of `localhost`, for
 * which Fastify would open a second server whose connections no code would watch.
 */
export async function addressOf(host: string): Promise<string> {
  const { address } = await lookup(host, { family: host === 'localhost' ? 4 : 0 }).catch((error: Error) => {
    throw new Error(`HOST is not the name of an address: ${error.message}.`, { cause: error })
  })
  return address
}

/**
 * Reserves a port before a command changes anything, so that a command that cannot listen on the port has no effect.
 * Closes all connections to the port until the port is released.
 * @param mayTakeAnother true to reserve any free port if the wanted port is in use.
 * @throws Error with the code EADDRINUSE if the port is in use and no other port may be reserved.
 */
export async function reservePort(host: string, port: number, mayTakeAnother: boolean): Promise<ReservedPort> {
  const address = await addressOf(host)
  // If the command fails, the reserved port must not keep the process running.
  const server = createServer((socket) => socket.destroy()).unref()
  let tookAnother = false
  try {
    await listen(port)
  } catch (error) {
    if (!mayTakeAnother || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    tookAnother = true
    await listen(0)
  }
  return {
    port: (server.address() as AddressInfo).port,
    tookAnother,
    async release() {
      server.close()
      await once(server, 'close')
    },
  }

  async function listen(wanted: number): Promise<void> {
    server.listen({ port: wanted, host: address })
    await once(server, 'listening')
  }
}
