import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export interface ReservedPort {
  port: number
  tookAnother: boolean
  release(): Promise<void>
}

/** Resolves the address to listen on. Given `localhost`, Fastify would open a second server that nothing watches. */
export async function addressOf(host: string): Promise<string> {
  const { address } = await lookup(host, { family: host === 'localhost' ? 4 : 0 }).catch((error: Error) => {
    throw new Error(`HOST is not the name of an address: ${error.message}.`, { cause: error })
  })
  return address
}

/**
 * Reserves a port before a command changes anything, so that a command that cannot serve has no effect. Connections are
 * closed until the port is released.
 * @param mayTakeAnother allows any free port when the wanted one is taken.
 * @throws Error with the code EADDRINUSE when the port is taken.
 */
export async function reservePort(host: string, port: number, mayTakeAnother: boolean): Promise<ReservedPort> {
  const address = await addressOf(host)
  // Unreferenced, so that a command that fails meanwhile can end.
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
