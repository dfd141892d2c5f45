import { useLayoutEffect, type RefObject } from 'react'

/** Selector of the fields that take typed text. Radio buttons are left out: letters typed into them would be lost. */
export const editableFields =
  ':is(input, textarea):not([readonly], [disabled], [type=hidden], [type=file], [type=radio], [type=checkbox])'

/**
 * Focuses the first field of a form when the form appears. Does nothing on phones, because the on-screen keyboard would
 * open.
 */
export function useFirstField(form: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (window.matchMedia('(any-pointer: fine)').matches) focusFirstField(form.current)
  }, [form])
}

/** Focuses the first text field of a form and puts the caret at the end of the text in this field. */
export function focusFirstField(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLInputElement>(editableFields)
  field?.focus()
  if (field?.type === 'text') field.setSelectionRange(field.value.length, field.value.length)
}
