import { useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** As in incident-table.module.css. */
export const headerHeightPx = 36
const rowHeightsPx = { wide: 44, narrow: 92 }

/** Drawn beyond the window's edges, so that quick scrolling shows rows. */
const overscan = 12

export interface RowPosition {
  index: number
  /** From the beginning of the rows. */
  topPx: number
}

interface VirtualRows {
  positions: readonly RowPosition[]
  /** Of all rows together. */
  heightPx: number
  /** Of what is in sight. */
  lastIndex: number
  /** Has the row drawn, wherever it is; `scrollTo` brings it in sight as well. */
  keep: (index: number) => void
  scrollTo: (index: number) => void
}

/** One line on a wide screen, three on a narrow one. */
export function useRowHeight(): number {
  const isWide = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  return isWide ? rowHeightsPx.wide : rowHeightsPx.narrow
}

/** Which of many rows are to be drawn, as the window is scrolled. */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  { count, rowHeightPx }: { count: number; rowHeightPx: number },
): VirtualRows {
  const kept = useRef(0)
  const marginPx = useDistanceFromTop(body)
  // Nothing here is memoized by a compiler: the virtualizer asks for a new drawing itself.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeightPx,
    overscan,
    scrollMargin: marginPx,
    scrollPaddingStart: headerHeightPx,
    scrollPaddingEnd: rowHeightPx * 2,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(kept.current, count - 1)])].toSorted((a, b) => a - b),
  })
  const measuredPx = useRef(rowHeightPx)
  useEffect(() => {
    if (measuredPx.current === rowHeightPx) return
    measuredPx.current = rowHeightPx
    virtualizer.measure()
  }, [virtualizer, rowHeightPx])
  return {
    positions: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, topPx: start - marginPx })),
    heightPx: virtualizer.getTotalSize(),
    lastIndex: virtualizer.range?.endIndex ?? 0,
    keep(index) {
      kept.current = index
    },
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}

/** Where the rows begin in the document; what is above them comes and goes. */
function useDistanceFromTop(element: RefObject<HTMLElement | null>): number {
  const [distancePx, setDistancePx] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setDistancePx(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return distancePx
}
