import { useEffect, useRef, type FormEventHandler, type ReactNode, type RefObject } from 'react'
import { focusField } from './focus-field.ts'
import { regainFocus } from '../dialogs/regain-focus.ts'

interface FormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Problem with which the server rejected the form; null without a rejection. */
  error: Error | null
  children: ReactNode
}

/** Form that focuses the first invalid field after the browser or the server has rejected the input. */
export function Form({ onSubmit, error, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) focusFirstInvalidField(form)
  }, [error])
  return (
    <form
      noValidate
      ref={form}
      onSubmit={(event) => {
        onSubmit(event)
        focusFirstInvalidField(form)
      }}
    >
      {children}
    </form>
  )
}

/** Focuses the first invalid field of a form. Waits a frame, because the errors must be rendered first. */
function focusFirstInvalidField(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => {
    const invalid = form.current?.querySelector<HTMLElement>('[data-error=true] :is(input, select, textarea)')
    if (invalid) return focusField(invalid)
    // The submit button loses the focus while it shows a loader, so focus the button again.
    regainFocus(form.current?.querySelector<HTMLElement>('[type=submit]'))
  })
}
