import { Skeleton, Text } from '@mantine/core'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useMemo, useRef } from 'react'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { NewAbove } from '../list/table/new-above.tsx'
import { useScrollAnchor } from '../list/table/use-scroll-anchor.ts'
import { reasonOfEmptyList, type IncidentSearch } from '../search/incident-search.ts'
import { loadAheadRows, skeletonRows } from '../list/loading-rows.ts'
import { CompactRow } from './compact-row.tsx'
import classes from './split.module.css'
import { useCompactRows } from './use-compact-rows.ts'

interface CompactListProps {
  /** Loaded incidents; undefined while the first page loads. */
  incidents: readonly IncidentResponse[] | undefined
  /** True while the list still shows the incidents of the previous search. */
  isFormer: boolean
  hasMore: boolean
  onNearEnd: () => void
  search: IncidentSearch
  openId: Uuid | undefined
  onOpen: (id: Uuid) => void
  /** Moves the focus into the open incident. */
  onEnter: () => void
}

/**
 * List of incidents with two lines each. The list scrolls separately from the page, and the document contains only the
 * rows near the visible part. The whole list is one Tab stop; the arrow keys, `j` and `k` move through the rows.
 */
export function CompactList({ incidents, isFormer, hasMore, onNearEnd, search, ...opening }: CompactListProps) {
  const ids = useMemo(() => incidents?.map(({ id }) => id) ?? [], [incidents])
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { virtualizer, rowHeightPx, activeIndex, onKeyDown, onRowClick } = useCompactRows(scroller, list, {
    ids,
    ...opening,
  })
  const anchor = useScrollAnchor(list, { ids, rowHeightPx, searchKey: JSON.stringify(search), coveredPx: 0, scroller })
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) > ids.length - loadAheadRows
  useEffect(() => {
    if (hasMore && isNearEnd) onNearEnd()
  }, [hasMore, isNearEnd, onNearEnd])

  return (
    <div ref={scroller} className={classes.scroller}>
      {incidents?.length === 0 && (
        <Text size="sm" c="dimmed" p="md">
          {incidentListTexts[reasonOfEmptyList(search)].title}
        </Text>
      )}
      {!incidents && <Skeletons />}
      <NewAbove count={anchor.newAbove} onShow={anchor.showNew} />
      {/* The keys belong to the links in the list, which are the only elements that get the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={list}
        className={classes.rows}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={incidentListTexts.grid}
        aria-busy={!incidents || isFormer}
        onKeyDown={onKeyDown}
      >
        {incidents &&
          virtualizer
            .getVirtualItems()
            .map(({ index, start }) => (
              <CompactRow
                key={ids[index]}
                incident={incidents[index]!}
                index={index}
                topPx={start}
                isOpen={ids[index] === opening.openId}
                isTabStop={index === activeIndex}
                count={hasMore ? -1 : ids.length}
                search={search}
                onClick={onRowClick}
              />
            ))}
      </ul>
    </div>
  )
}

const Skeletons = () =>
  Array.from({ length: skeletonRows }, (_, index) => <Skeleton key={index} height={40} my={12} aria-hidden />)
