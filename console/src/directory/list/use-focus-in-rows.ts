import { useEffect, useRef, type FocusEvent } from 'react'
import { regainFocusOnPage } from '../../kit/dialogs/regain-focus.ts'

/**
 * Moves the focus after an action has removed the focused row. The focus goes to the menu button of the row that is now
 * at the same position, or to the page if no row is left.
 * @returns props for the table element.
 */
export function useFocusInRows() {
  const table = useRef<HTMLTableElement>(null)
  const focused = useRef<{ part: Element; index: number }>(undefined)
  useEffect(() => {
    if (!focused.current || focused.current.part.isConnected) return
    const actions = table.current?.querySelectorAll<HTMLElement>('tbody [aria-haspopup=menu]') ?? []
    regainFocusOnPage(actions[Math.min(focused.current.index, actions.length - 1)])
    focused.current = undefined
  })
  return {
    ref: table,
    onFocus({ target: part }: FocusEvent) {
      const row = part.closest<HTMLTableRowElement>('tbody tr')
      if (row) focused.current = { part, index: row.sectionRowIndex }
    },
    onBlur({ relatedTarget }: FocusEvent) {
      // If no other element gets the focus, the user has left the table, so forget the row. Removing a row does not
      // call this handler, because React reports no blur event for removed elements.
      if (!relatedTarget) focused.current = undefined
    },
  }
}
