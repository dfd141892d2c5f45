/**
 * Focuses an element if the focused one has disappeared, or none was focused yet; a user who has moved on elsewhere is left
 * there. As a `ref`, it does so when the element appears.
 */
export function regainFocus(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
