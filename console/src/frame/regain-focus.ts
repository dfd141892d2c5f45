/** Focuses an element where the focus was lost with what had it; whoever has gone on elsewhere is left there. */
export function regainFocus(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
