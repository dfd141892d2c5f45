import type { CreationConfiguration } from '../generated/resources.ts'
import type { CallOptions, Transport } from '../transport/transport.ts'

export interface TaggedConfiguration {
  configuration: CreationConfiguration
  /** ETag of the configuration, for `currentUnless`. */
  etag: string
}

const path = '/creation-configurations'

/**
 * Methods that fetch the rules of creation: types, categories, and the fields that an incident must, may or must not
 * have.
 */
export class CreationConfigurations {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Fetches the newest revision. */
  current(options?: CallOptions): Promise<CreationConfiguration> {
    return this.#transport.read<CreationConfiguration>(`${path}/current`, 'revision', options)
  }

  /**
   * Fetches the newest revision, unless the caller already has it.
   * @param etag ETag of the revision that the caller has; undefined if the caller has none.
   * @returns undefined if the revision of the caller is the newest.
   */
  async currentUnless(etag: string | undefined, options?: CallOptions): Promise<TaggedConfiguration | undefined> {
    const call = {
      method: 'GET',
      path: `${path}/current`,
      success: 200,
      member: 'revision',
      ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
    } as const
    const response = await this.#transport.send<CreationConfiguration>(call, options)
    if (response.status === 304) return undefined
    return { configuration: response.body, etag: response.headers.get('etag') ?? '' }
  }

  /**
   * Fetches the revision with a given number. A revision never changes.
   * @throws TocsinProblem `configuration_not_found` if there is no revision with this number.
   */
  revision(revision: number, options?: CallOptions): Promise<CreationConfiguration> {
    return this.#transport.read<CreationConfiguration>(`${path}/${revision}`, 'revision', options)
  }
}
