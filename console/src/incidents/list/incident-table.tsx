import { Affix, Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowUp } from '@tabler/icons-react'
import { useTable, type OnChangeFn, type RowSelectionState, type SortingState } from '@tanstack/react-table'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { IncidentSearch } from '../incident-search.ts'
import { readSort, writeSort, type SortName } from '../sort.ts'
import { columnsWith, features, type TimeName } from './columns.tsx'
import classes from './incident-table.module.css'
import { SortHeader } from './sort-header.tsx'
import { useListShortcuts } from './use-list-shortcuts.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'

/** As in incident-table.module.css. */
const rowHeightsPx = { wide: 44, narrow: 92 }
const headerHeightPx = 36
/** Drawn beyond the window's edges, so that quick scrolling shows rows. */
const overscan = 12
const skeletonRows = 12
/** Rows from the end at which the next page is asked for. */
const askAhead = 60

interface IncidentTableProps {
  /** Undefined while the first page is on its way. */
  incidents: readonly IncidentResponse[] | undefined
  /** How many there are on all pages together, as far as known. */
  total: number | undefined
  /** Whether the rows shown still answer the former question. */
  isFormer: boolean
  hasMore: boolean
  onNearEnd: () => void
  search: IncidentSearch
  onSort: (sort: string | undefined) => void
  selection: RowSelectionState
  onSelect: OnChangeFn<RowSelectionState>
}

const nothing: readonly IncidentResponse[] = []

/** The Incidents, of which only those in sight are in the document. */
export function IncidentTable({ incidents = nothing, search, selection, ...props }: IncidentTableProps) {
  const sort = readSort(search.sort)
  const time = (sort.find(({ name }) => isTime(name))?.name ?? 'createdAt') as TimeName
  const isLoading = incidents === nothing
  const table = useTable({
    features,
    data: incidents as IncidentResponse[],
    columns: useMemo(() => columnsWith(time), [time]),
    getRowId: ({ id }) => id,
    manualSorting: true,
    state: { sorting: toSorting(sort), rowSelection: selection },
    onRowSelectionChange: props.onSelect,
    onSortingChange: (update) =>
      props.onSort(toText(typeof update === 'function' ? update(toSorting(sort)) : update)),
  })
  const { rows } = table.getRowModel()
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])

  const grid = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const rowHeightPx = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
    ? rowHeightsPx.wide
    : rowHeightsPx.narrow
  const anchor = useScrollAnchor(body, {
    ids,
    rowHeightPx,
    coveredPx: headerHeightPx,
    question: JSON.stringify(search),
  })
  const focusedRow = useRef(0)
  const virtualizer = useWindowVirtualizer({
    count: isLoading ? skeletonRows : rows.length + (props.hasMore ? skeletonRows : 0),
    estimateSize: () => rowHeightPx,
    overscan,
    scrollMargin: useDistanceFromTop(body),
    scrollPaddingStart: headerHeightPx,
    scrollPaddingEnd: rowHeightPx * 2,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), focusedRow.current])].toSorted((a, b) => a - b),
  })
  const focus = useRowFocus(grid, ids, virtualizer)
  focusedRow.current = focus.activeIndex
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeightPx])
  useListShortcuts({ move: focus.move, row: () => rows[focus.activeIndex], grid })

  const items = virtualizer.getVirtualItems()
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) > rows.length - askAhead
  const { onNearEnd, hasMore } = props
  useEffect(() => {
    if (hasMore && isNearEnd) onNearEnd()
  }, [hasMore, isNearEnd, onNearEnd, rows.length])

  return (
    <div
      ref={grid}
      role="grid"
      className={classes.grid}
      aria-label={incidentListTexts.grid}
      aria-rowcount={props.total === undefined ? -1 : props.total + 1}
      aria-multiselectable
      aria-busy={isLoading || props.isFormer}
      onKeyDown={focus.onKeyDown}
      onFocus={focus.onFocus}
    >
      <div role="rowgroup" className={classes.head}>
        {table.getHeaderGroups().map((group) => (
          <div key={group.id} role="row" aria-rowindex={1} className={classes.row}>
            {group.headers.map((header) => (
              <SortHeader key={header.id} header={header} keys={sort.length}>
                <table.FlexRender header={header} />
              </SortHeader>
            ))}
          </div>
        ))}
      </div>
      <div
        ref={body}
        role="rowgroup"
        className={classes.body}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, start }) => {
          const row = rows[index]
          const place = { transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }
          if (!row) return <SkeletonRow key={`skeleton ${index}`} style={place} />
          return (
            <div
              key={row.id}
              role="row"
              className={classes.row}
              style={place}
              data-index={index}
              data-row-id={row.id}
              aria-rowindex={index + 2}
              aria-selected={row.getIsSelected()}
            >
              {row.getAllCells().map((cell) => (
                <div key={cell.id} role="gridcell" data-column={cell.column.id}>
                  <table.FlexRender cell={cell} />
                </div>
              ))}
            </div>
          )
        })}
      </div>
      {anchor.newAbove > 0 && (
        <Affix position={{ top: headerHeightPx + 12, left: '50%' }} zIndex="var(--mantine-z-index-app)">
          <Button
            size="compact-sm"
            radius="xl"
            className={classes.news}
            leftSection={<IconArrowUp size={14} aria-hidden />}
            onClick={anchor.showNew}
          >
            {incidentListTexts.newAbove(anchor.newAbove)}
          </Button>
        </Affix>
      )}
    </div>
  )
}

const SkeletonRow = ({ style }: { style: { transform: string } }) => (
  <div className={classes.row} style={style} aria-hidden data-skeleton>
    <Skeleton height={14} />
  </div>
)

const isTime = (name: SortName): boolean => name.endsWith('At')

const toSorting = (sort: ReturnType<typeof readSort>): SortingState =>
  sort.map(({ name, isDescending }) => ({ id: name, desc: isDescending }))

const toText = (sorting: SortingState): string | undefined =>
  writeSort(sorting.map(({ id, desc }) => ({ name: id as SortName, isDescending: desc })))

/** Where the rows begin in the document; chips above them come and go. */
function useDistanceFromTop(element: React.RefObject<HTMLElement | null>): number {
  const [distancePx, setDistancePx] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current) setDistancePx(Math.round(current.getBoundingClientRect().top + window.scrollY))
  })
  return distancePx
}
