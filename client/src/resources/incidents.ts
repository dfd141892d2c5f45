import { TocsinProblem } from '../error.ts'
import type {
  CreateIncident,
  Incident,
  IncidentDetails,
  Instant,
  PatchIncident,
  Priority,
  ProblemCode,
  Uuid,
} from '../generated/resources.ts'
import { List } from '../lists/list.ts'
import { writeQuery, type ListQuery, type OneOrMore } from '../lists/query.ts'
import { makeKey } from '../transport/make-key.ts'
import type { Call, CallOptions, Transport, WriteOptions } from '../transport/transport.ts'
import { sendBatch, type BatchItem, type BatchResults } from './batch.ts'
import { IncidentMedia } from './media.ts'

/** Values of a new incident. Without a clientRequestId, each call generates a new one and creates another incident. */
export type NewIncident = Omit<CreateIncident, 'clientRequestId'> & { clientRequestId?: Uuid }

export type IncidentSortKey = 'id' | 'name' | 'priority' | 'occurredAt' | 'createdAt' | 'lastModifiedAt'

/**
 * Filters for incidents. An incident must match every filter. A filter with several values matches if one of the values
 * matches.
 */
export interface IncidentQuery extends ListQuery<IncidentSortKey> {
  /** Text search: at most 10 words, each contained in the name or in a tag. Case and accents are ignored. */
  q?: string
  typeId?: OneOrMore<Uuid>
  categoryId?: OneOrMore<Uuid>
  stateId?: OneOrMore<Uuid>
  /** `open`: incidents in a state that is not final. `closed`: incidents in a final state. */
  state?: OneOrMore<'open' | 'closed'>
  priority?: OneOrMore<Priority>
  locationId?: OneOrMore<Uuid>
  pointId?: OneOrMore<Uuid>
  assigneeId?: OneOrMore<Uuid>
  createdBy?: OneOrMore<Uuid>
  tags?: OneOrMore<string>
  externalId?: OneOrMore<string>
  /** Short number by which people name an incident. */
  number?: OneOrMore<number>
  /** Only incidents that were created at this time or later. */
  createdFrom?: Instant | Date
  /** Only incidents that were created at this time or earlier. */
  createdUntil?: Instant | Date
  /** Only incidents that were last modified at this time or later. */
  startAt?: Instant | Date
  /** Only incidents that were last modified at this time or earlier. */
  endAt?: Instant | Date
}

/** Options of a change or deletion. */
export interface ChangeOptions extends WriteOptions {
  /**
   * The `version` on which the change is based. If the incident now has another version, the call changes nothing and
   * throws `incident_changed`. Without `ifMatch`, the change applies to any version.
   */
  ifMatch?: number
}

/** Result of `validate`: the incident that `create` would create, or the problem that `create` would throw. */
export type Validation =
  | {
      accepted: true
      /** The incident that would be created, with defaults applied. A later creation gets another id. */
      incident: Incident
    }
  | { accepted: false; problem: TocsinProblem }

export class Incidents {
  readonly #transport: Transport
  /** Methods for the files of incidents. */
  readonly media: IncidentMedia

  constructor(transport: Transport) {
    this.#transport = transport
    this.media = new IncidentMedia(transport)
  }

  /**
   * Creates an incident. Retries of the request do not create the incident twice. After an error, repeat the call with
   * `clientRequestId: error.idempotencyKey`.
   * @throws TocsinProblem, such as `invalid_incident` with every violation, `reference_not_found` or
   *   `client_request_id_reused`.
   * @see docs/contract.md#4.1
   */
  async create(incident: NewIncident, options?: CallOptions): Promise<Incident> {
    return (await this.#transport.send<Incident>(creationOf('/incidents', 201, incident), options)).body
  }

  /** Checks a creation without creating anything. */
  async validate(incident: NewIncident, options?: CallOptions): Promise<Validation> {
    try {
      const { body } = await this.#transport.send<Incident>(creationOf('/incidents/validate', 200, incident), options)
      return { accepted: true, incident: body }
    } catch (error) {
      if (!(error instanceof TocsinProblem) || !rejections.has(error.code)) throw error
      return { accepted: false, problem: error }
    }
  }

  /**
   * Lists the incidents of the organization, the newest first unless `sort` is given.
   * @see docs/contract.md#4.2
   */
  list({ sort, limit, offset, ...filters }: IncidentQuery = {}, options: CallOptions = {}): List<Incident> {
    const query = writeQuery({ sort, limit, offset }, filters)
    return new List(this.#transport, { path: '/incidents', query, options })
  }

  /**
   * Fetches an incident with the states to which it can move.
   * @throws TocsinProblem `incident_not_found` if there is no incident with this id.
   */
  async get(id: Uuid, options?: CallOptions): Promise<IncidentDetails> {
    return this.#transport.read<IncidentDetails>(pathOf(id), 'clientRequestId', options)
  }

  /**
   * Changes an incident. `patch` contains the fields to change. The value null clears a field. `stateId` moves the
   * incident to this state, and `comment` adds a comment together with the change.
   * @throws TocsinProblem, such as `incident_changed` (with `currentVersion` and `changedFields`),
   *   `transition_not_allowed` (with `nextStates`), `invalid_request` or `incident_not_found`.
   */
  async update(id: Uuid, patch: PatchIncident, { ifMatch, ...options }: ChangeOptions = {}): Promise<Incident> {
    const headers = conditionOf(ifMatch)
    const call = {
      method: 'PATCH',
      path: pathOf(id),
      headers,
      json: patch,
      success: 200,
      member: 'clientRequestId',
    } as const
    return this.#transport.write<Incident>(call, options)
  }

  /**
   * Deletes an incident with its comments and files. For 30 days, `restore` can undo the deletion.
   * @throws TocsinProblem, such as `incident_changed` or `incident_not_found`.
   */
  async delete(id: Uuid, { ifMatch, ...options }: ChangeOptions = {}): Promise<void> {
    const headers = conditionOf(ifMatch)
    await this.#transport.write({ method: 'DELETE', path: pathOf(id), headers, success: 204 }, options)
  }

  /**
   * Restores a deleted incident with its comments and files. Changes nothing if the incident is not deleted.
   * @throws TocsinProblem `incident_not_found` if the incident never existed, or was deleted more than 30 days ago.
   */
  async restore(id: Uuid, options?: WriteOptions): Promise<Incident> {
    const call = { method: 'POST', path: `${pathOf(id)}/restore`, success: 200, member: 'clientRequestId' } as const
    return this.#transport.write<Incident>(call, options)
  }

  /**
   * Creates and changes any number of incidents, in order, with as few requests as possible. Each item is committed
   * separately, so a rejected item does not undo the others.
   * @returns the result of each item, in the order of the items. A rejected item throws nothing.
   * @throws TocsinError if a request fails. `error.batch` has the results so far and the unfinished items, to be passed
   *   to `batch` again: no item takes effect twice.
   */
  batch(items: readonly BatchItem[], options?: CallOptions): Promise<BatchResults> {
    return sendBatch(this.#transport, items, options)
  }
}

const pathOf = (id: Uuid): string => `/incidents/${encodeURIComponent(id)}`

/** Returns the headers that limit a change to one version. */
const conditionOf = (ifMatch: number | undefined): Record<string, string> =>
  ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }

const rejections: ReadonlySet<ProblemCode> = new Set([
  'invalid_incident',
  'reference_not_found',
  'client_request_id_reused',
  'configuration_revision_too_old',
])

function creationOf(path: string, success: 200 | 201, { clientRequestId = makeKey(), ...fields }: NewIncident): Call {
  const json = { clientRequestId, ...fields }
  return { method: 'POST', path, json, success, member: 'clientRequestId', idempotencyKey: clientRequestId }
}
