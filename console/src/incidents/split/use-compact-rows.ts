import { useDebouncedCallback } from '@mantine/hooks'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { splitTexts } from '../../texts/split.ts'

/** Height of a row in pixels. Must be equal to the height in split.module.css. */
const rowHeightPx = 60

/**
 * Time in milliseconds for which a row must stay active until its incident opens. Without this delay, holding down an
 * arrow key would open every incident on the way.
 */
const followMs = 150

const pageRows = 8

interface CompactRowsOptions {
  /** Ids of all loaded rows in order. */
  ids: readonly Uuid[]
  openId: Uuid | undefined
  onOpen: (id: Uuid) => void
  onEnter: () => void
}

/**
 * Renders the rows near the visible part of the list, and moves the focus through them. Soon after a row becomes
 * active, its incident opens.
 */
export function useCompactRows(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  { ids, openId, onOpen, onEnter }: CompactRowsOptions,
) {
  const [active, setActive] = useState({ id: openId, index: 0 })
  // If the URL has changed, for example after the Back button, make the row of the open incident active.
  const [formerId, setFormerId] = useState(openId)
  if (formerId !== openId) {
    setFormerId(openId)
    if (openId) setActive({ id: openId, index: ids.indexOf(openId) })
  }
  const found = active.id === undefined ? -1 : ids.indexOf(active.id)
  // If the active row is not in the list any more, use the row that has taken its position.
  const activeIndex = found === -1 ? Math.max(0, Math.min(active.index, ids.length - 1)) : found

  // The lint rule protects code for the React compiler, which is not used here. The virtualizer triggers its own
  // renders.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), activeIndex])].toSorted((a, b) => a - b),
  })
  const isWanted = useRef(false)
  const openSoon = useDebouncedCallback(onOpen, followMs)
  const linkOf = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)

  // Run this effect after every render, because the row to focus may be rendered only after scrolling.
  useLayoutEffect(() => {
    const link = isWanted.current ? linkOf(activeIndex) : undefined
    if (!link) return
    isWanted.current = false
    link.focus({ preventScroll: true })
  })
  const isLoaded = ids.length > 0
  useLayoutEffect(() => {
    if (isLoaded) virtualizer.scrollToIndex(activeIndex, { align: 'auto' })
    // Scroll when the active row changes, and when the first rows are loaded, but not when rows are added above.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [active.id, isLoaded])

  const focus = (index: number) => {
    const target = Math.min(Math.max(index, 0), ids.length - 1)
    const id = ids[target]
    if (id === undefined) return
    isWanted.current = true
    setActive({ id, index: target })
    openSoon(id)
  }
  // While no incident is open, the first press of j or k opens the active row instead of moving away from it.
  const move = (rows: number) => focus(openId === undefined && !hasFocus(list) ? activeIndex : activeIndex + rows)
  const openNow = (index: number) => {
    const id = ids[index]
    if (id === undefined) return
    openSoon.cancel()
    setActive({ id, index })
    onOpen(id)
  }
  useShortcuts(incidentListTexts.title, [
    { keys: 'j', description: incidentListTexts.keyboard.next, isRepeatable: true, action: () => move(1) },
    { keys: 'k', description: incidentListTexts.keyboard.previous, isRepeatable: true, action: () => move(-1) },
    {
      keys: 'Enter',
      description: splitTexts.keys.open,
      action() {
        openNow(activeIndex)
        onEnter()
      },
    },
    { keys: 'Escape', description: splitTexts.keys.back, action: () => linkOf(activeIndex)?.focus() },
  ])
  return {
    virtualizer,
    rowHeightPx,
    activeIndex,
    onKeyDown(event: KeyboardEvent) {
      const target = targetOf(event.key, activeIndex, ids.length)
      if (target === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      focus(target)
    },
    onRowClick(index: number, event: MouseEvent) {
      // With Ctrl, ⌘ or Shift held down, the browser opens the incident in another tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      openNow(index)
      const isByKey = event.detail === 0
      if (isByKey) onEnter()
    },
  }
}

const hasFocus = (list: RefObject<HTMLElement | null>): boolean =>
  list.current?.contains(document.activeElement) ?? false

function targetOf(key: string, index: number, count: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageRows,
    PageUp: index - pageRows,
    Home: 0,
    End: count - 1,
  }
  return targets[key]
}
