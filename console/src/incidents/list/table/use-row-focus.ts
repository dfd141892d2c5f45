import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useSession } from '../../../sessions/session.ts'
import type { IncidentSearch } from '../../search/incident-search.ts'
import { recallOrigin } from '../../origin/origin.ts'
import { useIsBackFrom } from '../../origin/use-is-back-from.ts'
import { headerHeightPx, type useVirtualRows } from './use-virtual-rows.ts'

/** The part of a row that has the focus. */
type Stop = 'select' | 'name'

interface RowFocus {
  activeIndex: number
  /** The next or another row gets the focus; the present one where none has it yet. */
  move: (rows: number) => void
  /** Whether any of the active row can be seen: nobody means what they do not see. */
  isInSight: () => boolean
  onKeyDown: (event: KeyboardEvent) => void
  /** For the grid: the focus has come to one of its parts. */
  onFocus: (event: { target: EventTarget }) => void
}

/**
 * The grid is one stop of the Tab key; within it arrows move between rows and between checkbox and name, as the ARIA
 * Authoring Practices have it for grids. What has the focus stays in the document however far the list is scrolled.
 * @param ids of all rows that are there, in their order; further ones may come where it `hasMore`.
 */
export function useRowFocus(
  grid: RefObject<HTMLElement | null>,
  { ids, hasMore, search }: { ids: readonly Uuid[]; hasMore: boolean; search: IncidentSearch },
  virtual: Pick<ReturnType<typeof useVirtualRows>, 'keep' | 'scrollTo'>,
): RowFocus {
  const { user } = useSession()
  const [active, setActive] = useState(() => lastOpened(user.id, search))
  const stop = useRef<Stop>('name')
  const isWanted = useRef(false)
  const isComingBack = useRef(useIsBackFrom(active.id))
  const found = ids.indexOf(active.id)
  // Where the row has left the list, the one that has taken its place.
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

  // A row that was not drawn is, as soon as the list has been scrolled to it.
  useLayoutEffect(() => {
    virtual.keep(activeIndex)
    giveFocus(grid.current, activeIndex, stop.current, isWanted)
    setTabStop(grid.current, activeIndex, stop.current)
  })

  useEffect(() => {
    if (!isComingBack.current || ids.length === 0) return
    // After a reload only the first rows are there: the end of what is has the next come, as far down as the row was.
    isComingBack.current = hasMore && found === -1 && active.index >= ids.length
    // The focus makes a row the active one, so it waits for the row that is wanted.
    if (!isComingBack.current) {
      isWanted.current = true
      giveFocus(grid.current, activeIndex, 'name', isWanted)
    }
    // After the router, which shows every page that is newly come to at its top.
    requestAnimationFrame(() => virtual.scrollTo(activeIndex))
    // Once for what has come, not each time that something is drawn.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ids])

  const hasFocus = () => grid.current?.contains(document.activeElement) ?? false
  return {
    activeIndex,
    move: (rows) => focus(hasFocus() ? activeIndex + rows : activeIndex),
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

/** The row that one comes back to; the first, where the Incident that was opened last is of another list. */
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
