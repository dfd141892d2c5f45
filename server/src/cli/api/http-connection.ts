import { connect as connectPlainly, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { readAnswer, type ReceivedAnswer } from './read-answer.ts'

/** One HTTP/1.1 connection to a service, for one request at a time. */
export class HttpConnection {
  readonly #socket: Socket
  readonly #host: string
  #pieces: Buffer[] = []
  #exchange: { resolve(answer: ReceivedAnswer): void; reject(error: unknown): void } | undefined
  isOpen = true

  constructor({ protocol, hostname, port, host }: URL) {
    const isSecure = protocol === 'https:'
    const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isSecure ? 443 : 80)) }
    this.#host = host
    this.#socket = isSecure ? connectSecurely({ ...target, servername: target.host }) : connectPlainly(target)
    this.#socket
      .setNoDelay(true)
      .on('data', (piece: Buffer) => this.#receive(piece))
      .on('error', (error) => this.close(error))
      .on('close', () => this.close(new Error('the connection was closed')))
  }

  /**
   * Sends a request and waits for the whole answer.
   * @throws whatever ends the connection first, the reason of `signal` among it.
   */
  async send(head: RequestHead, body: string, signal: AbortSignal): Promise<ReceivedAnswer> {
    const abort = () => this.close(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await new Promise<ReceivedAnswer>((resolve, reject) => {
        this.#exchange = { resolve, reject }
        this.#pieces = []
        // Between requests, it does not keep the process running.
        this.#socket.ref()
        this.#socket.write(this.#write(head, body))
      })
    } finally {
      signal.removeEventListener('abort', abort)
      this.#exchange = undefined
      this.#socket.unref()
    }
  }

  close(reason: unknown): void {
    this.isOpen = false
    this.#socket.destroy()
    this.#exchange?.reject(reason)
  }

  #write({ method, path, headers }: RequestHead, body: string): string {
    let head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n`
    for (const [name, value] of headers) head += `${name}: ${value}\r\n`
    return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }

  #receive(piece: Buffer): void {
    this.#pieces.push(piece)
    try {
      const answer = readAnswer(this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces))
      if (answer === undefined) return
      this.isOpen &&= answer.staysOpen
      this.#exchange?.resolve(answer)
    } catch (error) {
      this.close(error)
    }
  }
}

export interface RequestHead {
  method: string
  /** With its query. */
  path: string
  headers: Headers
}
