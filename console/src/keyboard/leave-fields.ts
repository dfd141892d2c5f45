import { hasOpenList } from '../kit/menus/has-open-list.ts'

/**
 * Makes Escape leave every field and keep its text. An open list closes first. Escape closes a dialog at once if nothing
 * was typed into it.
 * @returns a function that removes the listeners.
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
    // The browser would empty a search field, and Mantine would close the dialog.
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

/** Checks whether keys pressed in an element are its text or choose its value. */
export const isField = (target: HTMLElement): boolean => target.isContentEditable || target.matches(fields)
