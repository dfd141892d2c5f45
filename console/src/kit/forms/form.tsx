import { useEffect, useRef, type FormEventHandler, type ReactNode, type RefObject } from 'react'
import { focusField } from './focus-field.ts'
import { regainFocus } from '../dialogs/regain-focus.ts'

interface FormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Why the server refused it. */
  error: Error | null
  children: ReactNode
}

/** A form that says itself what is wrong with it, and leads there, whether it or the server found it. */
export function Form({ onSubmit, error, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) leadToFault(form)
  }, [error])
  return (
    <form
      noValidate
      ref={form}
      onSubmit={(event) => {
        onSubmit(event)
        leadToFault(form)
      }}
    >
      {children}
    </form>
  )
}

/** What is wrong is drawn by the next frame. */
function leadToFault(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => {
    const fault = form.current?.querySelector<HTMLElement>('[data-error=true] :is(input, select, textarea)')
    if (fault) return focusField(fault)
    // A button loses the focus while it shows that it is sent.
    regainFocus(form.current?.querySelector<HTMLElement>('[type=submit]'))
  })
}
