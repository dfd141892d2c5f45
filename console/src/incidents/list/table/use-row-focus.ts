import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useSession } from '../../../sessions/session.ts'
import type { IncidentSearch } from '../../search/incident-search.ts'
import { recallOrigin } from '../../origin/origin.ts'
import { useIsBackFrom } from '../../origin/use-is-back-from.ts'
import { headerHeightPx, type useVirtualRows } from './use-virtual-rows.ts'

/** Part of a row that can have the focus: the checkbox or the name. */
type Stop = 'select' | 'name'

interface RowFocus {
  activeIndex: number
  /** Moves the focus by a number of rows. If the grid does not have the focus, focuses the active row instead. */
  move: (rows: number) => void
  /** Focuses the active row if nothing has the focus. */
  regain: () => void
  /** Returns true if any part of the active row is visible. */
  isInSight: () => boolean
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: { target: EventTarget }) => void
}

/**
 * Makes the grid a single Tab stop. Arrow keys move the focus between rows, and between the checkbox and the name of a
 * row, as the ARIA Authoring Practices recommend for grids. The active row stays in the document even if it is scrolled
 * out of view.
 * @param grid element of the grid.
 * @param options `ids` of all loaded rows in order, `hasMore` if further rows can be loaded, and the current `search`.
 * @param virtual functions that render a row and scroll to it.
 */
export function useRowFocus(
  grid: RefObject<HTMLElement | null>,
  { ids, hasMore, search }: { ids: readonly Uuid[]; hasMore: boolean; search: IncidentSearch },
  virtual: Pick<ReturnType<typeof useVirtualRows>, 'alwaysRender' | 'scrollTo'>,
): RowFocus {
  const { user } = useSession()
  const [active, setActive] = useState(() => lastOpened(user.id, search))
  const stop = useRef<Stop>('name')
  const isWanted = useRef(false)
  const isComingBack = useRef(useIsBackFrom(active.id))
  const found = ids.indexOf(active.id)
  // If the active row is not in the list any more, use the row that has taken its position.
  const activeIndex = found === -1 ? Math.max(0, Math.min(active.index, ids.length - 1)) : found

  const focus = (index: number, at: Stop = stop.current) => {
    const target = Math.min(Math.max(index, 0), ids.length - 1)
    if (target < 0) return
    stop.current = at
    isWanted.current = true
    isComingBack.current = false
    setActive({ id: ids[target]!, index: target })
    virtual.scrollTo(target)
    giveFocus(grid.current, target, at, isWanted)
  }

  // Run this effect after every render, because the row to focus may be rendered only after scrolling.
  useLayoutEffect(() => {
    virtual.alwaysRender(activeIndex)
    giveFocus(grid.current, activeIndex, stop.current, isWanted)
    setTabStop(grid.current, activeIndex, stop.current)
  })

  useEffect(() => {
    if (!isComingBack.current || ids.length === 0) return
    // After a reload of the page, only the first rows are loaded. Scrolling to the end loads more rows, so repeat this
    // effect until the wanted row is loaded.
    isComingBack.current = hasMore && found === -1 && active.index >= ids.length
    // Until the wanted row is loaded, focus no other row: a focused row becomes the active row, so the wanted row would
    // be lost.
    if (!isComingBack.current) {
      isWanted.current = true
      giveFocus(grid.current, activeIndex, 'name', isWanted)
    }
    // Scroll in the next frame, because the router first scrolls each new page to its top.
    requestAnimationFrame(() => virtual.scrollTo(activeIndex))
    // Run this effect once for each loaded page of the list, not on each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ids])

  const hasFocus = () => grid.current?.contains(document.activeElement) ?? false
  return {
    activeIndex,
    move: (rows) => focus(hasFocus() ? activeIndex + rows : activeIndex),
    regain() {
      // Wait, because the closing menu may still give the focus to another element.
      setTimeout(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body) focus(activeIndex)
        }),
      )
    },
    isInSight() {
      const row = partOf(grid.current, activeIndex, 'name')?.closest('tr')?.getBoundingClientRect()
      return row !== undefined && row.bottom > headerHeightPx && row.top < window.innerHeight
    },
    onKeyDown(event) {
      const target = targetOf(event.key, activeIndex, ids.length)
      if (!target || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      focus(target.index, target.stop)
    },
    onFocus({ target }) {
      if (!(target instanceof HTMLElement)) return
      const row = target.closest<HTMLElement>('[data-row-id]')
      if (!row) return
      stop.current = target.closest('[data-column=select]') ? 'select' : 'name'
      const index = Number(row.dataset.index)
      setActive({ id: row.dataset.rowId!, index })
      setTabStop(grid.current, index, stop.current)
    },
  }
}

/**
 * Returns the id and index of the incident that the user last opened from this list. If there is none, returns an empty
 * id and the index 0.
 */
function lastOpened(userId: Uuid, search: IncidentSearch): { id: Uuid; index: number } {
  const origin = recallOrigin(userId)
  if (origin?.layout !== 'list' || JSON.stringify(origin.search) !== JSON.stringify(search)) return { id: '', index: 0 }
  const { id, ids: near, before = 0 } = origin
  return { id, index: before + Math.max(0, near.indexOf(id)) }
}

const pageRows = 10

function targetOf(key: string, index: number, count: number): { index: number; stop?: Stop } | undefined {
  switch (key) {
    case 'ArrowDown':
      return { index: index + 1 }
    case 'ArrowUp':
      return { index: index - 1 }
    case 'PageDown':
      return { index: index + pageRows }
    case 'PageUp':
      return { index: index - pageRows }
    case 'Home':
      return { index: 0 }
    case 'End':
      return { index: count - 1 }
    case 'ArrowLeft':
      return { index, stop: 'select' }
    case 'ArrowRight':
      return { index, stop: 'name' }
    default:
      return undefined
  }
}

const partOf = (grid: HTMLElement | null, index: number, stop: Stop): HTMLElement | null =>
  grid?.querySelector<HTMLElement>(`[data-index="${index}"] [data-column=${stop}] :is(a, input)`) ?? null

function giveFocus(grid: HTMLElement | null, index: number, stop: Stop, isWanted: RefObject<boolean>): void {
  const part = isWanted.current ? partOf(grid, index, stop) : null
  if (!part) return
  isWanted.current = false
  part.focus({ preventScroll: true })
}

function setTabStop(grid: HTMLElement | null, index: number, stop: Stop): void {
  const next = partOf(grid, index, stop)
  for (const part of grid?.querySelectorAll<HTMLElement>('[data-row-id] :is(a, input)') ?? [])
    part.tabIndex = part === next ? 0 : -1
}
