import { Text } from '@mantine/core'
import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useCallback, useEffect, useMemo, useRef, type CSSProperties } from 'react'
import { useSession } from '../../../sessions/session.ts'
import { usePrintedAt } from '../../../browser/use-printed-at.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import type { IncidentSearch } from '../../search/incident-search.ts'
import { rememberOrigin } from '../../origin/origin.ts'
import { IncidentRows } from './incident-rows.tsx'
import classes from './incident-table.module.css'
import { NewAbove } from './new-above.tsx'
import { OpeningContext } from './opening-context.ts'
import { loadAheadRows, skeletonRows } from '../loading-rows.ts'
import { SortHeader } from './sort-header.tsx'
import { gridTracks, type TableDisplay } from './table-display.ts'
import { useIncidentTable } from './use-incident-table.ts'
import { useListShortcuts } from './use-list-shortcuts.ts'
import { useRowFacts } from './use-row-facts.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import { headerHeightPx, useRowHeight, useVirtualRows, type RowPosition } from './use-virtual-rows.ts'

interface IncidentTableProps {
  /** Loaded incidents; undefined while the first page loads. */
  incidents: readonly IncidentResponse[] | undefined
  /** Number of incidents on all pages; undefined if it is not known. */
  total: number | undefined
  /** True while the table still shows the incidents of the previous search. */
  isFormer: boolean
  hasMore: boolean
  onNearEnd: () => void
  search: IncidentSearch
  onSort: (sort: string | undefined) => void
  selection: RowSelectionState
  onSelect: OnChangeFn<RowSelectionState>
  display: TableDisplay
}

/**
 * Table of incidents. The document contains only the rows near the visible part of the list. The table is an ARIA grid,
 * so that screen readers can report the position of a row and the total number of rows.
 */
export function IncidentTable({ incidents, search, onNearEnd, hasMore, display, ...props }: IncidentTableProps) {
  const { table, keys } = useIncidentTable({ incidents, sort: search.sort, shown: display.columns, ...props })
  const { rows } = table.getRowModel()
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const { user } = useSession()
  const grid = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const rowHeightPx = useRowHeight(display.density)
  const count = rows.length + (hasMore || !incidents ? skeletonRows : 0)

  const anchor = useScrollAnchor(body, {
    ids,
    rowHeightPx,
    searchKey: JSON.stringify(search),
    coveredPx: headerHeightPx,
  })
  const isPrinting = usePrintedAt() !== undefined
  const virtual = useVirtualRows(body, { count, rowHeightPx })
  const focus = useRowFocus(grid, { ids, hasMore, search }, virtual)
  const facts = useRowFacts(incidents, () => focus.regain())
  const onOpen = useCallback(
    (id: Uuid) => rememberOrigin(user.id, { id, ids, layout: 'list', search }),
    [user.id, ids, search],
  )
  useListShortcuts({
    move: focus.move,
    row() {
      if (focus.isInSight()) return rows[focus.activeIndex]
      focus.move(0)
      return undefined
    },
    onOpen,
    onFact: (field, { id, original }) => facts.openMenu(field, original, placeOf(grid.current, id)),
    onAssignToMe: ({ original }) => facts.assignToMe(original),
  })

  const isNearEnd = virtual.lastIndex > rows.length - loadAheadRows
  useEffect(() => {
    if (hasMore && isNearEnd) onNearEnd()
  }, [hasMore, isNearEnd, onNearEnd])

  return (
    <OpeningContext value={onOpen}>
      {isPrinting && hasMore && (
        <Text size="sm" mb="xs">
          {incidentListTexts.onlyLoaded(rows.length)}
        </Text>
      )}
      <table
        ref={grid}
        // The grid role says that rows can be selected and navigated by keys. A plain HTML table cannot express this.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        className={classes.grid}
        style={
          { '--columns': gridTracks(display.columns, isPrinting), '--row-height': `${rowHeightPx}px` } as CSSProperties
        }
        aria-label={incidentListTexts.grid}
        aria-rowcount={props.total === undefined ? -1 : props.total + 1}
        aria-multiselectable
        aria-busy={!incidents || props.isFormer}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
      >
        <thead className={classes.head}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1} className={classes.row}>
              {group.headers.map((header) => (
                <SortHeader key={header.id} header={header} keys={keys}>
                  <table.FlexRender header={header} />
                </SortHeader>
              ))}
            </tr>
          ))}
        </thead>
        <tbody ref={body} data-content className={classes.body} style={{ height: virtual.heightPx }}>
          <IncidentRows
            table={table}
            rows={rows}
            positions={isPrinting ? positionsOfAll(rows.length) : virtual.positions}
          />
        </tbody>
      </table>
      {facts.menu}
      <NewAbove count={anchor.newAbove} onShow={anchor.showNew} />
    </OpeningContext>
  )
}

/** Returns the place at which the menu of a row opens: below the name of the incident. */
function placeOf(grid: HTMLElement | null, id: Uuid): { left: number; top: number } {
  const cell = grid?.querySelector(`[data-row-id="${id}"] [data-column=name]`)?.getBoundingClientRect()
  return { left: cell?.left ?? 0, top: cell?.bottom ?? 0 }
}
/** Returns positions for all loaded rows, to print all of them. The style sheet for print ignores the positions. */
const positionsOfAll = (count: number): RowPosition[] =>
  Array.from({ length: count }, (_, index) => ({ index, topPx: 0 }))
