import { TocsinProblem } from '../error.ts'
import type { CreateIncident, Incident, Instant, Priority, ProblemCode, Uuid } from '../generated/resources.ts'
import { List } from '../lists/list.ts'
import { writeQuery, type ListQuery, type OneOrMore } from '../lists/query.ts'
import { makeKey } from '../transport/make-key.ts'
import type { Call, CallOptions, Transport } from '../transport/transport.ts'
import { IncidentMedia } from './media.ts'

/** Values of a new incident. Without a clientRequestId each call is a creation of its own. */
export type NewIncident = Omit<CreateIncident, 'clientRequestId'> & { clientRequestId?: Uuid }

export type IncidentSortKey = 'id' | 'name' | 'priority' | 'occurredAt' | 'createdAt' | 'lastModifiedAt'

/** Several values of one filter: any of them. Several filters: all of them. */
export interface IncidentQuery extends ListQuery<IncidentSortKey> {
  /** At most 10 words, each a part of the name or of a tag; case and accents are ignored. */
  q?: string
  typeId?: OneOrMore<Uuid>
  categoryId?: OneOrMore<Uuid>
  stateId?: OneOrMore<Uuid>
  /** `open`: in a state that is not final; `closed`: in a final one. */
  state?: OneOrMore<'open' | 'closed'>
  priority?: OneOrMore<Priority>
  locationId?: OneOrMore<Uuid>
  pointId?: OneOrMore<Uuid>
  assigneeId?: OneOrMore<Uuid>
  createdBy?: OneOrMore<Uuid>
  tags?: OneOrMore<string>
  externalId?: OneOrMore<string>
  /** Last modified at this time or later. */
  startAt?: Instant | Date
  /** Last modified at this time or earlier. */
  endAt?: Instant | Date
}

/** Answer that a creation would get. */
export type Validation =
  | {
      accepted: true
      /** The incident as it would be created, defaults applied. A creation gets another id. */ incident: Incident
    }
  | { accepted: false; problem: TocsinProblem }

export class Incidents {
  readonly #transport: Transport
  /** The files of an incident. */
  readonly media: IncidentMedia

  constructor(transport: Transport) {
    this.#transport = transport
    this.media = new IncidentMedia(transport)
  }

  /**
   * Creates an incident, exactly once however often the request is repeated. After an error, the same call with
   * `clientRequestId: error.idempotencyKey` continues where this one stopped.
   * @throws TocsinProblem `invalid_incident` with every violation, `reference_not_found`, `client_request_id_reused`, …
   * @see docs/contract.md#4.1
   */
  async create(incident: NewIncident, options?: CallOptions): Promise<Incident> {
    return (await this.#transport.send<Incident>(creationOf('/incidents', 201, incident), options)).body
  }

  /** Finds out what `create` would answer; nothing is stored. */
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
   * Lists the incidents of the organization, the newest first unless `sort` says otherwise.
   * @see docs/contract.md#4.2
   */
  list({ sort, limit, offset, ...filters }: IncidentQuery = {}, options: CallOptions = {}): List<Incident> {
    const query = writeQuery({ sort, limit, offset }, filters)
    return new List(this.#transport, { path: '/incidents', query, options })
  }

  /** @throws TocsinProblem `incident_not_found`. */
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
