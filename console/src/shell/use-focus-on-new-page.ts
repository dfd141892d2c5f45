import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to the beginning of a new page, so that keyboard and screen reader users continue from there. If the
 * new page has already focused one of its own elements, that element keeps the focus.
 * @returns ref for the main element of the page.
 */
export function useFocusOnNewPage(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = useRef(pathname)
  const focusedBefore = useRef<Element>(null)
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', () => {
        focusedBefore.current = document.activeElement
      }),
    [router],
  )
  useEffect(() => {
    if (shown.current && shown.current !== pathname && !hasNewFocus(main.current, focusedBefore.current))
      main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])
  return main
}

function hasNewFocus(main: HTMLElement | null, before: Element | null): boolean {
  const { activeElement } = document
  return activeElement !== before && activeElement !== main && main?.contains(activeElement) === true
}
