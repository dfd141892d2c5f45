import type { Incident, NewIncident, Uuid, Violation } from '../../../../client/src/client.ts'
import { TocsinProblem } from '../../../../client/src/error.ts'
import { UnknownName, type ReferenceNames, type ReferenceField } from '../api/reference-names.ts'

/** Incident as a user writes it: all values are text, and objects such as locations are given by name or id. */
export interface WrittenIncident {
  name?: string
  description?: string
  type?: string
  category?: string
  priority?: string
  location?: string
  point?: string
  assignee?: string
  occurredAt?: string
  tags?: string[]
  latitude?: string
  longitude?: string
  externalId?: string
  clientRequestId?: string
  configVersion?: string
}

export type Remark = Pick<Violation, 'message'> & Partial<Pick<Violation, 'code'>>

/**
 * Messages that replace the server's messages, keyed by JSON Pointer. For an unknown name, for example, the server
 * would report a malformed id, which the user never wrote.
 */
export type Remarks = ReadonlyMap<string, Remark>

export interface Composed {
  incident: NewIncident
  remarks: Remarks
}

/**
 * Builds the request body that creates an incident or changes the incident `current`. Values that cannot be converted
 * stay unchanged, so that the server reports them together with all other violations.
 * @param current incident that is changed; undefined for a creation.
 * @returns the request body, and remarks that describe the values that could not be converted.
 */
export async function composeIncident(
  referenceNames: ReferenceNames,
  written: WrittenIncident,
  current?: Pick<Incident, 'typeId' | 'locationId'>,
): Promise<Composed> {
  const remarks = new Map<string, Remark>()
  const refer = (field: ReferenceField, text: string | undefined, within?: Uuid | null) =>
    referTo(referenceNames, remarks, field, text, within ?? undefined)
  const typeId = await refer('typeId', written.type)
  const locationId = await refer('locationId', written.location)
  const isKnown = (field: ReferenceField) => !remarks.has(`/${field}`)
  const { name, description, priority, occurredAt, tags, externalId, clientRequestId } = written
  const incident = {
    clientRequestId,
    configVersion: toNumber(written.configVersion),
    name,
    description,
    typeId,
    categoryId: await refer(
      'categoryId',
      written.category,
      isKnown('typeId') ? (typeId ?? current?.typeId) : undefined,
    ),
    priority: priority?.toUpperCase(),
    locationId,
    pointId: await refer(
      'pointId',
      written.point,
      isKnown('locationId') ? (locationId ?? current?.locationId) : undefined,
    ),
    assigneeId: await refer('assigneeId', written.assignee),
    occurredAt,
    tags,
    latitude: toNumber(written.latitude),
    longitude: toNumber(written.longitude),
    externalId,
  }
  if (occurredAt !== undefined && !isInstantForm(occurredAt)) remarks.set('/occurredAt', { message: notATime })
  const given = Object.entries(incident).filter(([, value]) => value !== undefined)
  return { incident: Object.fromEntries(given) as NewIncident, remarks }
}

/**
 * Finds the id of an object by its name.
 * @param remarks receives a remark if the name does not identify exactly one object.
 * @returns the id; the unchanged text if the name does not identify exactly one object; undefined if there is no text.
 */
export async function referTo(
  referenceNames: ReferenceNames,
  remarks: Map<string, Remark>,
  field: ReferenceField,
  text: string | undefined,
  within?: Uuid,
): Promise<string | undefined> {
  if (text === undefined) return undefined
  return referenceNames.idOf(field, text, within).catch((error: unknown) => {
    if (!(error instanceof UnknownName)) throw error
    remarks.set(`/${field}`, { code: error.code, message: error.message })
    return text
  })
}

/** Returns true for a text with the form of a time. Does not check that the day exists; the server does. */
export const isInstantForm = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text)

const notATime = 'Write the year first and an offset, such as 2026-03-01T09:30:00+01:00: other forms are ambiguous.'

const toNumber = (text: string | undefined): number | string | undefined =>
  text !== undefined && /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : text

/**
 * Waits for a write that a command has composed.
 * @throws the error of the write. A problem gets the violations that `explain` returns.
 */
export async function explainProblem<Result>(write: Promise<Result>, remarks: Remarks): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof TocsinProblem)) throw error
    throw new TocsinProblem({ ...error.details, errors: explain(error, remarks) }, error)
  }
}

/** Returns the violations of a problem, with the remark about a field in place of the server's message. */
export const explain = ({ violations }: TocsinProblem, remarks: Remarks): Violation[] =>
  violations.map((violation) => ({ ...violation, ...remarks.get(violation.pointer ?? '') }))
