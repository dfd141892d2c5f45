import { editableFields } from './use-first-field.ts'

/** Returns the text fields that come after an element in its form; none if the element is in no form. */
export function fieldsAfter(element: HTMLElement): HTMLInputElement[] {
  const fields = element.closest('form')?.querySelectorAll<HTMLInputElement>(editableFields) ?? []
  return [...fields].filter(
    (field) => (element.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
}

/** Scrolls a field with its label and error into view, without focusing the field. */
export function revealField(field: HTMLElement | undefined): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const whole = field?.closest('.mantine-InputWrapper-root') ?? field
  whole?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' })
}
