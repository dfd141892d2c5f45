/**
 * Focuses a form field and scrolls the label, hint and error of the field into view. In a group of radio buttons,
 * focuses the chosen button or, without a choice, the first button.
 */
export function focusField(field: HTMLElement | null | undefined): void {
  if (!field) return
  const target = field.role === 'radiogroup' ? (radioOf(field, ':checked') ?? radioOf(field, '') ?? field) : field
  target.focus({ preventScroll: true })
  const whole = field.closest<HTMLElement>('.mantine-InputWrapper-root') ?? field
  whole.scrollIntoView({ block: 'nearest' })
}

const radioOf = (group: HTMLElement, state: string): HTMLElement | null =>
  group.querySelector<HTMLElement>(`[type=radio]${state}`)
