import { useLayoutEffect, type RefObject } from 'react'

const editable = ':is(input, textarea):not([readonly], [disabled], [type=hidden], [type=file])'

/**
 * Focuses the first field of a form when the form appears. Does nothing on phones, because the on-screen keyboard would
 * open.
 */
export function useFirstField(form: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (window.matchMedia('(any-pointer: fine)').matches) focusFirstField(form.current)
  }, [form])
}

/** Focuses the first field of a form and puts the caret at the end of the text in this field. */
export function focusFirstField(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLInputElement>(editable)
  field?.focus()
  if (field?.type === 'text') field.setSelectionRange(field.value.length, field.value.length)
}
