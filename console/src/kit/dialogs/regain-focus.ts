/**
 * Focuses an element if nothing has the focus, for example because the focused element was removed. It never takes the
 * focus from another element. Pass this function as a `ref` to run it when the element is rendered.
 */
export function regainFocus(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** If nothing has the focus, focuses the element, or the page content if the element cannot take the focus. */
export function regainFocusOnPage(element: HTMLElement | null | undefined): void {
  regainFocus(element)
  regainFocus(document.querySelector<HTMLElement>('#content'))
}
