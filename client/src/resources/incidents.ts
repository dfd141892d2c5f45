import { TocsinProblem } from '../error.ts'
import type { CreateIncident, Incident, Instant, Priority, ProblemCode, Uuid } from '../generated/resources.ts'
import { List } from '../lists/list.ts'
import { writeQuery, type ListQuery, type OneOrMore } from '../lists/query.ts'
import { makeKey } from '../transport/make-key.ts'
import type { Call, CallOptions, Transport } from '../transport/transport.ts'
import { IncidentMedia } from './media.ts'

/** Values of a new incident. Without a clientRequestId, each call generates a new one and creates another incident. */
export type NewIncident = Omit<CreateIncident, 'clientRequestId'> & { clientRequestId?: Uuid }

export type IncidentSortKey = 'id' | 'name' | 'priority' | 'occurredAt' | 'createdAt' | 'lastModifiedAt'

/**
 * Filters for incidents. An incident must match every filter. If a filter has several values, it must match one of
 * them.
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
  /** Only incidents that were last modified at this time or later. */
  startAt?: Instant | Date
  /** Only incidents that were last modified at this time or earlier. */
  endAt?: Instant | Date
}

/** Result of `validate`: the incident that a creation would create, or the problem that it would get. */
export type Validation =
  | {
      accepted: true
      /** The incident that would be created, with defaults applied. A later creation gets another id. */
      incident: Incident
    }
  | { accepted: false; problem: TocsinProblem }

export class Incidents {
  readonly #transport: Transport
  /** Calls for the files of incidents. */
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

  /** Returns the result that `create` would have, without creating anything. */
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

  /** Fetches an incident. @throws TocsinProblem `incident_not_found` if there is no incident with this id. */
  async get(id: Uuid, options?: CallOptions): Promise<Incident> {
    const path = `/incidents/${encodeURIComponent(id)}`
    return (await this.#transport.send<Incident>({ method: 'GET', path, success: 200, member: 'id' }, options)).body
  }
}

const rejections: ReadonlySet<ProblemCode> = new Set([
  'invalid_incident',
  'reference_not_found',
  'client_request_id_reused',
  'configuration_revision_too_old',
])

function creationOf(path: string, success: 200 | 201, { clientRequestId = makeKey(), ...fields }: NewIncident): Call {
  const json = { clientRequestId, ...fields }
  return { method: 'POST', path, json, success, member: 'id', idempotencyKey: clientRequestId }
}
