import type { RowSelectionState, Updater } from '@tanstack/react-table'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useMemo, useState } from 'react'

/** Updates the selection. @param update receives the ids of the selected incidents and returns the ids to select. */
export type Select = (update: (ids: readonly Uuid[]) => readonly Uuid[]) => void

/**
 * State of the selected incidents. Changing the filters clears the selection, so that the user never changes a hidden
 * incident.
 * @param searchKey text that changes with the filters.
 * @param incidents loaded incidents.
 * @returns an object; its `isAll` is true if all incidents that match the filters are selected, including those that
 *   are not loaded. If the user then deselects one incident, only the other loaded incidents stay selected.
 */
export function useSelection(searchKey: string, incidents: readonly IncidentResponse[] | undefined) {
  const [state, setState] = useState<SelectionState>({ searchKey, ids: nothing, isAll: false })
  if (state.searchKey !== searchKey) setState({ searchKey, ids: nothing, isAll: false })
  const rows = useMemo(
    () => (state.isAll ? asRows(incidents?.map(({ id }) => id) ?? []) : state.ids),
    [state, incidents],
  )
  const selected = useMemo(() => incidents?.filter(({ id }) => rows[id]) ?? [], [incidents, rows])
  const set = (update: (former: RowSelectionState) => RowSelectionState) =>
    setState((former) => ({
      searchKey,
      ids: update(former.isAll ? rows : former.ids),
      isAll: false,
    }))
  const select: Select = (update) => set((former) => asRows(update(Object.keys(former))))
  return {
    rows,
    selected,
    isAll: state.isAll,
    onRowsChange: (update: Updater<RowSelectionState>) =>
      set((former) => (typeof update === 'function' ? update(former) : update)),
    select,
    selectLoaded: () => select(() => incidents?.map(({ id }) => id) ?? []),
    selectAll: () => setState({ searchKey, ids: nothing, isAll: true }),
  }
}

interface SelectionState {
  searchKey: string
  ids: RowSelectionState
  isAll: boolean
}

const nothing: RowSelectionState = {}

const asRows = (ids: readonly Uuid[]): RowSelectionState => Object.fromEntries(ids.map((id) => [id, true as const]))
