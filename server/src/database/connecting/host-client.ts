import pg from 'pg'

export interface Host {
  /** Host name, IP address, or path of the folder that contains a Unix socket. */
  host: string
  port: number
}

/** Finds the host to which a new connection must lead. */
export type FindHost = () => Promise<Partial<Host>>

/** Returns true if a host responds quickly that it accepts writes. */
export type AcceptsWrites = (host: Host) => Promise<boolean>

export interface HostClientConfig extends pg.ClientConfig {
  findHost?: FindHost
  /** Asks if a host accepts writes. If present, connections to hosts that no longer accept writes are closed. */
  acceptsWrites?: AcceptsWrites
}

/** Database connection that calls `findHost` to find its host whenever it connects. */
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
 * Makes a callback for pg that resolves or rejects a promise. The promises of pg itself occupy memory for every result
 * until the next full garbage collection: with pg 8.23 on Node 24, lists took twice the memory.
 */
export const callbackFor =
  (resolve: (result: unknown) => void, reject: (error: Error) => void) => (error: Error | null, result?: unknown) =>
    error ? reject(error) : resolve(result)
