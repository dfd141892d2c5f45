import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import { readInstant } from '../database/instant.ts'

/** How PostgreSQL's text of a value becomes JSON. */
type Write = (text: string) => string

/** Identifiers and names of enumerations: nothing in them needs escaping. */
const quote: Write = (text) => `"${text}"`
const escape: Write = (text) => JSON.stringify(text)
const instant: Write = (text) => quote(readInstant(text))
const asIs: Write = (text) => text

const members: Record<keyof IncidentResponse, { column: string; write: Write }> = {
  id: { column: 'id', write: quote },
  clientRequestId: { column: 'client_request_id', write: quote },
  name: { column: 'name', write: escape },
  description: { column: 'description', write: escape },
  typeId: { column: 'type_id', write: quote },
  categoryId: { column: 'category_id', write: quote },
  priority: { column: 'priority', write: quote },
  stateId: { column: 'state_id', write: quote },
  locationId: { column: 'location_id', write: quote },
  pointId: { column: 'point_id', write: quote },
  assigneeId: { column: 'assignee_id', write: quote },
  occurredAt: { column: 'occurred_at', write: instant },
  tags: { column: 'array_to_json(tags)', write: asIs },
  latitude: { column: 'latitude', write: asIs },
  longitude: { column: 'longitude', write: asIs },
  externalId: { column: 'external_id', write: escape },
  mediaIds: { column: 'array_to_json(media_ids)', write: asIs },
  createdBy: { column: 'created_by', write: quote },
  createdAt: { column: 'created_at', write: instant },
  lastModifiedAt: { column: 'last_modified_at', write: instant },
  creationConfigVersion: { column: 'creation_config_version', write: asIs },
}

type Member = keyof IncidentResponse
const names = Object.keys(members) as Member[]
const writers = names.map((name, index) => ({
  head: `${index === 0 ? '{' : ','}"${name}":`,
  write: members[name].write,
}))

/** A row of `incidentJsonColumns`, each value as PostgreSQL's own text. */
export type IncidentTexts = (string | null)[]

export const incidentJsonColumns = names.map((name) => members[name].column)

/** Where a member's text stands in a row. */
export const textOf = (row: IncidentTexts, name: Member): string | null => row[names.indexOf(name)]!

/** Writes an IncidentResponse straight from the row's texts: parsing and printing again would cost more than the query. */
export function incidentJson(row: IncidentTexts): string {
  let json = ''
  for (const [index, { head, write }] of writers.entries()) {
    const text = row[index]
    json += head + (text === null || text === undefined ? 'null' : write(text))
  }
  return `${json}}`
}
