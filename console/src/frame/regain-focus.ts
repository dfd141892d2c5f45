/** Focuses an element if the focused one has disappeared; a user who has moved on elsewhere is left there. */
export function regainFocus(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
