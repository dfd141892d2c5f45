import { hasOpenList } from '../kit/menus/has-open-list.ts'

/**
 * Makes Escape move the focus out of a text field or select without deleting the field's text. If the field has an open
 * list, Escape closes the list instead. In a dialog that the user has not typed into, Escape closes the dialog.
 * @returns a function that removes the event listeners.
 */
export function leaveFieldsByEscape(): () => void {
  const typedInto = new WeakSet<Element>()
  const remember = ({ target }: Event) => {
    const dialog = target instanceof Element && target.closest(dialogs)
    if (dialog) typedInto.add(dialog)
  }
  const leave = (event: KeyboardEvent) => {
    const { target: field } = event
    if (event.key !== 'Escape' || event.isComposing) return
    if (!(field instanceof HTMLElement) || !isField(field) || hasOpenList(field)) return
    const dialog = field.closest<HTMLElement>(dialogs)
    if (dialog && !typedInto.has(dialog)) return
    // Without `preventDefault`, the browser would empty a search field and Mantine would close the dialog.
    event.preventDefault()
    event.stopImmediatePropagation()
    dialog?.focus()
    field.blur()
  }
  window.addEventListener('input', remember, true)
  window.addEventListener('keydown', leave, true)
  return () => {
    window.removeEventListener('input', remember, true)
    window.removeEventListener('keydown', leave, true)
  }
}

const dialogs = '[role=dialog], [role=alertdialog]'
const fields = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select'

/** Returns true if the element is a field, in which key presses enter text or choose a value. */
export const isField = (target: HTMLElement): boolean => target.isContentEditable || target.matches(fields)
