import { useDidUpdate, useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Density } from './table-display.ts'

/** Height of the table header in pixels. Must be equal to the height in incident-table.module.css. */
export const headerHeightPx = 28
const rowHeightsPx: Readonly<Record<Density | 'narrow', number>> = { compact: 36, comfortable: 48, narrow: 92 }

/** Number of rows rendered above and below the visible part, so that fast scrolling shows no gaps. */
const overscan = 12

export interface RowPosition {
  index: number
  /** Distance in pixels from the top of the first row to the top of this row. */
  topPx: number
}

interface VirtualRows {
  positions: readonly RowPosition[]
  /** Height of all rows in pixels. */
  heightPx: number
  /** Index of the last visible row. */
  lastIndex: number
  /** Keeps one row rendered, even if it is not visible. */
  alwaysRender: (index: number) => void
  scrollTo: (index: number) => void
}

/** Returns the height of a row in pixels. A row has one line on a wide screen and three lines on a narrow screen. */
export function useRowHeight(density: Density): number {
  const isWide = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  return rowHeightsPx[isWide ? density : 'narrow']
}

/** Returns the rows to render for the current scroll position of the window. */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  { count, rowHeightPx }: { count: number; rowHeightPx: number },
): VirtualRows {
  const alwaysRendered = useRef(0)
  const marginPx = useDistanceFromTop(body)
  // The lint rule protects code for the React compiler, which is not used here. The virtualizer triggers its own
  // renders.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeightPx,
    overscan,
    scrollMargin: marginPx,
    scrollPaddingStart: headerHeightPx,
    scrollPaddingEnd: rowHeightPx * 2,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(alwaysRendered.current, count - 1)])].toSorted(
        (a, b) => a - b,
      ),
  })
  // The virtualizer caches the heights of the rows, so clear its cache when the height changes.
  useDidUpdate(() => virtualizer.measure(), [rowHeightPx])
  return {
    positions: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, topPx: start - marginPx })),
    heightPx: virtualizer.getTotalSize(),
    lastIndex: virtualizer.range?.endIndex ?? 0,
    alwaysRender(index) {
      alwaysRendered.current = index
    },
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}

/**
 * Returns the distance in pixels from the document's top to an element. The distance changes with the height of the
 * elements above.
 */
export function useDistanceFromTop(element: RefObject<HTMLElement | null>): number {
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
