import { useEffect, useRef, type FormEventHandler, type ReactNode, type RefObject } from 'react'
import { focusField } from './focus-field.ts'
import { regainFocus } from '../dialogs/regain-focus.ts'

interface FormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Problem with which the server rejected the form. */
  error: Error | null
  children: ReactNode
}

/** Form that focuses its first invalid field, whether the form or the server found the error. */
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

/** Waits a frame, until the errors are rendered. */
function focusFirstInvalidField(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => {
    const invalid = form.current?.querySelector<HTMLElement>('[data-error=true] :is(input, select, textarea)')
    if (invalid) return focusField(invalid)
    // A button loses the focus while it shows a loader.
    regainFocus(form.current?.querySelector<HTMLElement>('[type=submit]'))
  })
}
