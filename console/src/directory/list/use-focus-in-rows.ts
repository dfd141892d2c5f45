import { useEffect, useRef, type FocusEvent } from 'react'
import { regainFocus } from '../../kit/dialogs/regain-focus.ts'

/**
 * Moves the focus when an action removes its row from the list: to the actions of the row that takes its place, or to the
 * page if no row is left.
 * @returns properties for the table.
 */
export function useFocusInRows() {
  const table = useRef<HTMLTableElement>(null)
  const focused = useRef<{ part: Element; index: number }>(undefined)
  useEffect(() => {
    if (!focused.current || focused.current.part.isConnected) return
    const actions = table.current?.querySelectorAll<HTMLElement>('tbody [aria-haspopup=menu]') ?? []
    regainFocus(actions[Math.min(focused.current.index, actions.length - 1)])
    regainFocus(document.querySelector<HTMLElement>('#content'))
    focused.current = undefined
  })
  return {
    ref: table,
    onFocus({ target: part }: FocusEvent) {
      const row = part.closest<HTMLTableRowElement>('tbody tr')
      if (row) focused.current = { part, index: row.sectionRowIndex }
    },
    onBlur({ relatedTarget }: FocusEvent) {
      // The focus left the table without a target. Removing a focused row fires no blur in React.
      if (!relatedTarget) focused.current = undefined
    },
  }
}
