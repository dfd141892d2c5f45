import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { MessageSplitter } from './message-splitter.ts'

/** Functions that the proxy calls when a server takes positions of the feed. */
export interface PositionWatch {
  /**
   * Called before a statement takes positions of the feed. The proxy forwards the statement to PostgreSQL after the
   * returned promise has resolved.
   */
  beforePositions(): Promise<void> | undefined
  /**
   * Called after a transaction has taken positions of the feed, and before it commits. The proxy has not yet forwarded
   * PostgreSQL's response to the server.
   */
  afterPositions(): void
}

export interface PostgresProxy {
  port: number
  close(): void
}

/** Starts a proxy between one server and the Unix socket of PostgreSQL. It forwards every byte unchanged. */
export async function startPostgresProxy(socketPath: string, watch: PositionWatch): Promise<PostgresProxy> {
  const sockets = new Set<Socket>()
  const listener = createServer((server) => {
    sockets.add(server)
    server.once('close', () => sockets.delete(server))
    void forward(server, connect(socketPath), watch)
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function forward(server: Socket, postgres: Socket, watch: PositionWatch): Promise<void> {
  server.setNoDelay(true)
  // Number of messages to which PostgreSQL responds with ReadyForQuery, including the start of the session.
  let sent = 1
  let answered = 0
  const taking = new Set<number>()

  const fromPostgres = new MessageSplitter('server')
  postgres.on('data', (chunk: Buffer) => {
    for (const message of fromPostgres.split(chunk)) {
      if (typeOf(message) !== 'Z') continue
      if (taking.delete(++answered) && isInTransaction(message)) watch.afterPositions()
    }
    server.write(chunk)
  })
  postgres.on('error', () => undefined)
  postgres.once('close', () => server.destroy())

  const fromServer = new MessageSplitter('client')
  const statements = new PositionStatements()
  try {
    for await (const chunk of server) {
      const ready: Buffer[] = []
      for (const message of fromServer.split(chunk as Buffer)) {
        if (statements.isExecutedBy(message)) {
          taking.add(sent + 1)
          postgres.write(Buffer.concat(ready.splice(0)))
          await watch.beforePositions()
        }
        if (typeOf(message) === 'S' || typeOf(message) === 'Q') sent++
        ready.push(message)
      }
      if (ready.length > 0) postgres.write(Buffer.concat(ready))
    }
    postgres.end()
  } catch {
    // If a server is killed before it has read all bytes, its connection is reset, which ends the loop with an error.
    postgres.destroy()
  }
}

const typeOf = (message: Buffer): string => String.fromCharCode(message[0]!)

/** Returns true if a ReadyForQuery message says that the session is in a transaction that has not failed. */
const isInTransaction = (readyForQuery: Buffer): boolean => readyForQuery[5] === 'T'.charCodeAt(0)

/** Prepared statements of one connection that take positions of the feed. */
class PositionStatements {
  readonly #names = new Set<string>()

  /**
   * Returns true for a message that binds values to a statement which takes positions of the feed. The next message
   * executes this statement.
   */
  isExecutedBy(message: Buffer): boolean {
    if (typeOf(message) === 'P') this.#prepare(...textsIn(message))
    return typeOf(message) === 'B' && this.#names.has(textsIn(message)[1])
  }

  #prepare(name: string, text: string): void {
    if (/next_position_1|reserve_creations_1/.test(text)) this.#names.add(name)
    else this.#names.delete(name)
  }
}

/** Returns the first two texts of a message. Each text ends with a zero byte. */
function textsIn(message: Buffer): [string, string] {
  const middle = message.indexOf(0, 5)
  return [message.toString('utf8', 5, middle), message.toString('utf8', middle + 1, message.indexOf(0, middle + 1))]
}
