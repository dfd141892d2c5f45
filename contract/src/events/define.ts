import Type, { type Static, type TObject, type TProperties } from 'typebox'
import type { Uuid } from '../scalars.ts'

/** Description of one version of a kind of event. */
interface Definition<Kind extends string, Fields extends TProperties> {
  /** Noun and verb in the past tense, for example `incident.created`. */
  kind: Kind
  /** Number of the version. A kind gets a new version if its data change in a way that readers could notice. */
  version: number
  /** Sentence that describes the kind in docs/events.md. */
  meaning: string
  /** True if the feed of the organization contains the event. Events outside the feed are recorded, too. */
  isInFeed: boolean
  data: Fields
}

/** Event to record. Its id, time and author are absent, because `recordEvent` adds them. */
interface NewEvent<Kind extends string, IncidentId extends Uuid | null, Data> {
  kind: Kind
  kindVersion: number
  incidentId: IncidentId
  data: Data
}

/**
 * Defines a kind of event that does not belong to an incident.
 * @returns a function that makes an event from the data of the event. The function has the members of `definition` as
 *   properties, for example `kind`.
 */
export function defineEvent<const Kind extends string, Fields extends TProperties>(
  definition: Definition<Kind, Fields>,
) {
  type Data = Static<TObject<Fields>>
  const { kind, version: kindVersion } = definition
  const make = (data: Data): NewEvent<Kind, null, Data> => ({ kind, kindVersion, incidentId: null, data })
  return Object.assign(make, describe(definition), { isOfIncident: false })
}

/**
 * Defines a kind of event that belongs to an incident. The event has the id of its incident in a field of its own, not
 * in its data.
 * @returns a function that makes an event from an incident id and the data of the event. The function has the members
 *   of `definition` as properties, for example `kind`.
 */
export function defineIncidentEvent<const Kind extends string, Fields extends TProperties>(
  definition: Definition<Kind, Fields>,
) {
  type Data = Static<TObject<Fields>>
  const { kind, version: kindVersion } = definition
  const make = ({ incidentId, ...data }: { incidentId: Uuid } & Data): NewEvent<Kind, Uuid, Data> => ({
    kind,
    kindVersion,
    incidentId,
    data: data as unknown as Data,
  })
  return Object.assign(make, describe(definition), { isOfIncident: true })
}

const describe = <Kind extends string, Fields extends TProperties>({
  data,
  ...definition
}: Definition<Kind, Fields>) => ({ ...definition, data: Type.Object(data, { additionalProperties: false }) })
