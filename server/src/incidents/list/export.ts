import { setImmediate } from 'node:timers/promises'
import { byteOrderMark, writeCsv, type CsvCell } from '@tocsin/contract/csv/write.ts'
import type { IncidentResponse, Priority } from '@tocsin/contract/api/incident.ts'
import { limitMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { CheckAccess } from '../../identity/guards/authenticate-session.ts'
import type { ExportFormat } from './export-format.ts'
import type { IncidentListQuery } from './list-shape.ts'
import { listIncidents } from './list.ts'
import { namesOf } from '../history/names.ts'
import { readResponses } from '../response.ts'

type Names = ReadonlyMap<Uuid, string>

/**
 * Generates a CSV text of all incidents that match a query, with names instead of ids. Reads one page at a time, so
 * that memory use does not grow with the number of incidents. Reads no further page when the consumer stops iterating.
 * @param query filters and sort; limit, offset and `after` are ignored.
 * @param checkAccess called before each part of a page. The export ends with the problem that it throws.
 * @returns the CSV text in chunks.
 */
export async function* exportIncidents(
  scope: OrganizationScope,
  query: IncidentListQuery,
  format: ExportFormat,
  checkAccess: CheckAccess,
): AsyncGenerator<string> {
  const readPage = (after: IncidentListQuery['after']) =>
    listIncidents(scope, { ...query, limit: limitMaximum, offset: 0, after })
  let page = await readPage(undefined)
  // Send the column titles only after the first page has been read. If reading it fails, the response can still have an
  // error status.
  yield byteOrderMark + writeCsv([columns.map(([title]) => title)], { delimiter: format.separator })
  for (;;) {
    for await (const part of page.parts) {
      await checkAccess()
      yield* rowsOf(scope, readResponses(part), format)
    }
    if (!page.next) return
    page = await readPage(page.next)
  }
}

/** Length of rows, in characters, after which the server handles other requests before it writes further rows. */
const uninterruptedLength = 256 * 1024

async function* rowsOf(
  scope: OrganizationScope,
  incidents: IncidentResponse[],
  format: ExportFormat,
): AsyncGenerator<string> {
  const names = await namesOf(scope, incidents.flatMap(Object.entries))
  let rows = ''
  for (const incident of incidents) {
    rows += writeCsv([columns.map(([, read]) => read(incident, names, format))], { delimiter: format.separator })
    if (rows.length < uninterruptedLength) continue
    yield rows
    rows = ''
    await setImmediate()
  }
  if (rows !== '') yield rows
}

const nameOf = (names: Names, id: Uuid | null): string | null => id && (names.get(id) ?? id)

const priorityNames: Readonly<Record<Priority, string>> = {
  MINOR: 'Minor',
  NORMAL: 'Normal',
  MAJOR: 'Major',
  CRITICAL: 'Critical',
}

const columns: [title: string, read: (incident: IncidentResponse, names: Names, format: ExportFormat) => CsvCell][] = [
  ['ID', ({ id }) => id],
  ['Number', ({ number }) => number],
  ['Name', ({ name }) => name],
  ['Description', ({ description }) => description],
  ['State', ({ stateId }, names) => nameOf(names, stateId)],
  ['Priority', ({ priority }, _names, { priorities }) => (priorities === 'names' ? priorityNames[priority] : priority)],
  ['Type', ({ typeId }, names) => nameOf(names, typeId)],
  ['Category', ({ categoryId }, names) => nameOf(names, categoryId)],
  ['Location', ({ locationId }, names) => nameOf(names, locationId)],
  ['Point', ({ pointId }, names) => nameOf(names, pointId)],
  ['Assignee', ({ assigneeId }, names) => nameOf(names, assigneeId)],
  ['Reporter', ({ createdBy }, names) => nameOf(names, createdBy)],
  ['Occurred at', ({ occurredAt }) => occurredAt],
  ['Created at', ({ createdAt }) => createdAt],
  ['Last modified at', ({ lastModifiedAt }) => lastModifiedAt],
  ['Tags', ({ tags }) => tags.join(', ')],
  ['Latitude', ({ latitude }) => latitude],
  ['Longitude', ({ longitude }) => longitude],
  ['External ID', ({ externalId }) => externalId],
  ['Files', ({ mediaIds }) => mediaIds.length],
  ['Configuration revision', ({ creationConfigVersion }) => creationConfigVersion],
]
