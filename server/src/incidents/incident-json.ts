import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import { sql, type RawBuilder } from 'kysely'
import { readInstant } from '../database/instant.ts'

/** How PostgreSQL's text of a value becomes JSON. */
type Write = (text: string) => string

/** Identifiers and names of enumerations: nothing in them needs escaping. */
const quote: Write = (text) => `"${text}"`
const escape: Write = (text) => JSON.stringify(text)
const instant: Write = (text) => quote(readInstant(text))
const asIs: Write = (text) => text

const members: Record<keyof IncidentResponse, { column: RawBuilder<unknown>; write: Write }> = {
  id: { column: sql`id`, write: quote },
  clientRequestId: { column: sql`client_request_id`, write: quote },
  name: { column: sql`name`, write: escape },
  description: { column: sql`description`, write: escape },
  typeId: { column: sql`type_id`, write: quote },
  categoryId: { column: sql`category_id`, write: quote },
  priority: { column: sql`priority`, write: quote },
  stateId: { column: sql`state_id`, write: quote },
  locationId: { column: sql`location_id`, write: quote },
  pointId: { column: sql`point_id`, write: quote },
  assigneeId: { column: sql`assignee_id`, write: quote },
  occurredAt: { column: sql`occurred_at`, write: instant },
  tags: { column: sql`array_to_json(tags)`, write: asIs },
  latitude: { column: sql`latitude`, write: asIs },
  longitude: { column: sql`longitude`, write: asIs },
  externalId: { column: sql`external_id`, write: escape },
  mediaIds: { column: sql`array_to_json(media_ids)`, write: asIs },
  createdBy: { column: sql`created_by`, write: quote },
  createdAt: { column: sql`created_at`, write: instant },
  lastModifiedAt: { column: sql`last_modified_at`, write: instant },
  creationConfigVersion: { column: sql`creation_config_version`, write: asIs },
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
