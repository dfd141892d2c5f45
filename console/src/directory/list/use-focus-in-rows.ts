import { useEffect, useRef, type FocusEvent } from 'react'
import { regainFocus } from '../../kit/dialogs/regain-focus.ts'

/**
 * Keeps the keyboard in a list from which rows leave by what is done with them: the focus goes on to the actions of the row
 * that has taken the place, and to the page where no row is left.
 * @returns what the table takes.
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
      // To nothing: where a row goes with the focus, React tells of no blur.
      if (!relatedTarget) focused.current = undefined
    },
  }
}
