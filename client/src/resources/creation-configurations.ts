import type { CreationConfiguration } from '../generated/resources.ts'
import type { CallOptions, Transport } from '../transport/transport.ts'

export interface TaggedConfiguration {
  configuration: CreationConfiguration
  /** Identifies this version of it. */
  etag: string
}

const path = '/creation-configurations'

/** Rules of creation: types, categories, and the fields that an incident must, may and must not have. */
export class CreationConfigurations {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The newest revision. */
  async current(options?: CallOptions): Promise<CreationConfiguration> {
    const call = { method: 'GET', path: `${path}/current`, success: 200, member: 'revision' } as const
    return (await this.#transport.send<CreationConfiguration>(call, options)).body
  }

  /**
   * The newest revision, unless it is the one already held.
   * @param etag of the one already held; undefined if none is.
   * @returns undefined when there is no newer one.
   */
  async currentUnless(etag: string | undefined, options?: CallOptions): Promise<TaggedConfiguration | undefined> {
    const call = {
      method: 'GET',
      path: `${path}/current`,
      success: 200,
      member: 'revision',
      ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
    } as const
    const answer = await this.#transport.send<CreationConfiguration>(call, options)
    if (answer.status === 304) return undefined
    return { configuration: answer.body, etag: answer.headers.get('etag') ?? '' }
  }

  /**
   * One revision, of any age; it never changes.
   * @throws TocsinProblem `configuration_not_found`.
   */
  async revision(revision: number, options?: CallOptions): Promise<CreationConfiguration> {
    const call = { method: 'GET', path: `${path}/${revision}`, success: 200, member: 'revision' } as const
    return (await this.#transport.send<CreationConfiguration>(call, options)).body
  }
}
