import { useLayoutEffect, type RefObject } from 'react'

const editable = ':is(input, textarea):not([readonly], [disabled], [type=hidden], [type=file])'

/** Focuses the first field of a form at its first render, except on phones, where it would open the keyboard. */
export function useFirstField(form: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (window.matchMedia('(any-pointer: fine)').matches) focusFirstField(form.current)
  }, [form])
}

/** Focuses the first field of a form with the caret at the end of its text. */
export function focusFirstField(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLInputElement>(editable)
  field?.focus()
  if (field?.type === 'text') field.setSelectionRange(field.value.length, field.value.length)
}
