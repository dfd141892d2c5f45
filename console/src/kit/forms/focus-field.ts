/** Focuses a form field and scrolls the label, hint and error of the field into view. */
export function focusField(field: HTMLElement | null | undefined): void {
  if (!field) return
  field.focus({ preventScroll: true })
  const whole = field.closest<HTMLElement>('.mantine-InputWrapper-root') ?? field
  whole.scrollIntoView({ block: 'nearest' })
}
