import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { formatInstant } from '../../../texts/format.ts'
import { incidentTexts } from '../../../texts/incidents.ts'
import type { Known } from '../../names-context.ts'
import type { IncidentRow, TimeName } from './columns.tsx'

/** Returns the tooltip of a row: the full texts of its cells, and the exact time instead of the age. */
export const rowTooltip = (row: IncidentRow, known: Known): string =>
  row
    .getAllCells()
    .map(({ column }) => cellTooltip(column.id, row.original, known))
    .filter((text) => text !== undefined)
    .join('\n')

function cellTooltip(column: string, incident: IncidentResponse, { names, states }: Known): string | undefined {
  if (column === 'name') return `${incidentTexts.number(incident)} ${incidentTexts.nameOf(incident)}`
  if (column === 'state') return states.get(incident.stateId)?.name
  if (isNamed(column)) return names.get(incident[column] ?? '')
  if (column === 'tags') return incident.tags.join(', ')
  if (column === 'externalId') return incident.externalId ?? undefined
  if (column.endsWith('At')) return formatInstant(incident[column as TimeName])
  return undefined
}

const named = ['typeId', 'categoryId', 'locationId', 'assigneeId', 'createdBy'] as const
const isNamed = (column: string): column is (typeof named)[number] => named.some((name) => name === column)
