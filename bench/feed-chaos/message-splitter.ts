/**
 * Splits a stream of bytes into messages of the PostgreSQL protocol. Each message has a type byte and its length. The
 * first message of a client has no type byte.
 * @see https://www.postgresql.org/docs/18/protocol-message-formats.html
 */
export class MessageSplitter {
  #rest: Buffer = Buffer.alloc(0)
  #hasType: boolean

  constructor(sender: 'client' | 'server') {
    this.#hasType = sender === 'server'
  }

  /** Returns the messages that end in this chunk. */
  *split(chunk: Buffer): Generator<Buffer> {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    for (;;) {
      const typeBytes = this.#hasType ? 1 : 0
      if (this.#rest.length < typeBytes + 4) return
      const messageBytes = typeBytes + this.#rest.readInt32BE(typeBytes)
      if (this.#rest.length < messageBytes) return
      const message = this.#rest.subarray(0, messageBytes)
      this.#rest = this.#rest.subarray(messageBytes)
      this.#hasType = true
      yield message
    }
  }
}
