import pg from 'pg'

export interface Host {
  /** Host name, IP address, or path of the folder of a Unix socket. */
  host: string
  port: number
}

/** Returns the host to which a new connection leads. */
export type FindHost = () => Promise<Partial<Host>>

/** Returns true if a host responds at once that it accepts writes. */
export type AcceptsWrites = (host: Host) => Promise<boolean>

export interface HostClientConfig extends pg.ClientConfig {
  findHost?: FindHost
  /** Present if connections must leave a host that accepts no writes any more. */
  acceptsWrites?: AcceptsWrites
}

/** Database connection that asks `findHost` for its host when it connects. */
export class HostClient extends pg.Client {
  readonly #findHost: FindHost | undefined

  constructor(config: HostClientConfig = {}) {
    super(config)
    this.#findHost = config.findHost
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): unknown {
    if (callback) return this.#connect(callback)
    return new Promise((resolve, reject) => this.#connect(callbackFor(() => resolve(this), reject)))
  }

  #connect(callback: (error: Error | null) => void): void {
    if (!this.#findHost) return super.connect(callback)
    const connectTo = (found: Partial<Host>) => {
      Object.assign(this, found)
      super.connect(callback)
    }
    void this.#findHost().then(connectTo, callback)
  }
}

/**
 * Adapts a promise to pg's callback. pg's own promises would keep every result in memory until the next full garbage
 * collection, long after the request has ended: with pg 8.23 on Node 24, lists took twice the memory.
 */
export const callbackFor =
  (resolve: (result: unknown) => void, reject: (error: Error) => void) => (error: Error | null, result?: unknown) =>
    error ? reject(error) : resolve(result)
