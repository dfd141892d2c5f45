import { Checkbox } from '@mantine/core'
import {
  createColumnHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type Row,
} from '@tanstack/react-table'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { incidentTexts } from '../../../texts/incidents.ts'
import { Age } from '../../../kit/time/age.tsx'
import { useName } from '../../names-context.ts'
import { IncidentAge } from '../../incident-age.tsx'
import { IncidentNumber } from '../../incident-number.tsx'
import { PriorityBadge } from '../../priority-badge.tsx'
import { beginsDescending, type SortName } from '../../search/sort.ts'
import { StateBadge } from '../../state-badge.tsx'
import { NameLink } from './name-link.tsx'
import { allColumns, type OptionalColumn } from './table-display.ts'

const texts = incidentListTexts

export const features = tableFeatures({ rowSelectionFeature, rowSortingFeature })
export type IncidentRow = Row<typeof features, IncidentResponse>

/** Time that the last column shows: the time by which the list is sorted, or else the time of creation. */
export type TimeName = Extract<SortName, 'createdAt' | 'lastModifiedAt' | 'occurredAt'>

const column = createColumnHelper<typeof features, IncidentResponse>()

/**
 * Returns the columns of the incident table from left to right.
 * @param time time that the column `time` shows.
 * @param shown optional columns to show.
 */
export function columnsWith(time: TimeName, shown: readonly OptionalColumn[]) {
  const columns = {
    select: column.display({
      id: 'select',
      header: ({ table }) => (
        <Checkbox
          size="xs"
          aria-label={texts.bulk.selectAll}
          disabled={table.getRowModel().rows.length === 0}
          checked={table.getIsAllRowsSelected()}
          indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
          onChange={table.getToggleAllRowsSelectedHandler()}
        />
      ),
      cell: ({ row }) => <SelectRow row={row} />,
    }),
    priority: column.accessor('priority', {
      header: texts.columns.priority,
      sortDescFirst: beginsDescending('priority'),
      cell: ({ row }) => <PriorityBadge priority={row.original.priority} />,
    }),
    name: column.accessor('name', {
      header: texts.columns.name,
      sortDescFirst: beginsDescending('name'),
      cell: ({ row }) => (
        <>
          <IncidentNumber incident={row.original} /> <NameLink incident={row.original} />
        </>
      ),
    }),
    state: column.display({
      id: 'state',
      header: texts.columns.state,
      cell: ({ row }) => <StateBadge stateId={row.original.stateId} />,
    }),
    typeId: named('typeId'),
    categoryId: named('categoryId'),
    locationId: named('locationId'),
    assigneeId: column.display({
      id: 'assigneeId',
      header: texts.columns.assigneeId,
      cell: ({ row }) => <Assignee id={row.original.assigneeId} />,
    }),
    createdBy: named('createdBy'),
    tags: column.display({
      id: 'tags',
      header: texts.columns.tags,
      cell: ({ row }) => row.original.tags.join(', '),
    }),
    externalId: column.display({
      id: 'externalId',
      header: texts.columns.externalId,
      cell: ({ row }) => row.original.externalId,
    }),
    time: column.accessor(time, {
      header: texts.columns[time],
      sortDescFirst: beginsDescending(time),
      cell: ({ row }) =>
        time === 'createdAt' ? <IncidentAge incident={row.original} /> : <Age at={row.original[time]} />,
    }),
  }
  return column.columns(allColumns(shown).map((id) => columns[id]))
}

const named = (field: 'typeId' | 'categoryId' | 'locationId' | 'createdBy') =>
  column.display({ id: field, header: texts.columns[field], cell: ({ row }) => <Name id={row.original[field]} /> })

const Name = ({ id }: { id: Uuid | null }) => <>{useName(id)}</>

const Assignee = ({ id }: { id: Uuid | null }) => {
  const name = useName(id)
  return id ? <>{name}</> : <span data-unassigned>{incidentTexts.unassigned}</span>
}

const SelectRow = ({ row }: { row: IncidentRow }) => (
  <Checkbox
    size="xs"
    tabIndex={-1}
    aria-label={texts.bulk.selectRow(incidentTexts.nameOf(row.original))}
    checked={row.getIsSelected()}
    onChange={row.getToggleSelectedHandler()}
  />
)
