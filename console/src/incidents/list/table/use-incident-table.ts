import { useTable, type OnChangeFn, type RowSelectionState, type SortingState } from '@tanstack/react-table'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useMemo } from 'react'
import { readSort, writeSort, type SortKey, type SortName } from '../../search/sort.ts'
import { columnsWith, features, type TimeName } from './columns.tsx'
import type { OptionalColumn } from './table-display.ts'

interface IncidentTableOptions {
  incidents: readonly IncidentResponse[] | undefined
  /** `sort` parameter of the URL. */
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  selection: RowSelectionState
  onSelect: OnChangeFn<RowSelectionState>
  /** Optional columns to show. */
  shown: readonly OptionalColumn[]
}

const nothing: IncidentResponse[] = []

/**
 * Creates the TanStack table with columns, selection and sort. The server sorts the incidents. The table only shows the
 * sort.
 * @returns the table and the number of sort keys.
 */
export function useIncidentTable({ incidents, sort, onSort, selection, onSelect, shown }: IncidentTableOptions) {
  // Memoize the options, because the table compares them by identity.
  const keys = useMemo(() => readSort(sort), [sort])
  const sorting = useMemo(() => toSorting(keys), [keys])
  const time = (keys.find(({ name }) => name.endsWith('At'))?.name ?? 'createdAt') as TimeName
  const columns = useMemo(() => columnsWith(time, shown), [time, shown])
  const table = useTable({
    features,
    data: (incidents as IncidentResponse[] | undefined) ?? nothing,
    columns,
    getRowId: ({ id }) => id,
    manualSorting: true,
    state: { sorting, rowSelection: selection },
    onRowSelectionChange: onSelect,
    onSortingChange: (update) => onSort(toText(typeof update === 'function' ? update(sorting) : update)),
  })
  return { table, keys: keys.length }
}

const toSorting = (keys: readonly SortKey[]): SortingState =>
  keys.map(({ name, isDescending }) => ({ id: name, desc: isDescending }))

const toText = (sorting: SortingState): string | undefined =>
  writeSort(sorting.map(({ id, desc }) => ({ name: id as SortName, isDescending: desc })))
