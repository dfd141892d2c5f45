import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { boardTexts } from '../../texts/board.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'

/**
 * Lets the user move the focus from card to card with the keys `j` and `k`.
 * @param returnedTo id of the incident from which the user returns to the board. The card of this incident gets the
 *   focus once the card is rendered.
 */
export function useCardKeys(board: RefObject<HTMLElement | null>, returnedTo: Uuid | undefined): void {
  const incidentToFocus = useRef(returnedTo)
  const cards = () => [...(board.current?.querySelectorAll<HTMLElement>('[data-incident] a') ?? [])]
  const move = (by: 1 | -1) => {
    const all = cards()
    const index = all.findIndex((card) => card.closest('[data-incident]')?.contains(document.activeElement))
    reach(index === -1 ? all[0] : all[index + by])
  }
  useLayoutEffect(() => {
    if (!incidentToFocus.current || document.activeElement?.closest('[data-incident]')) return
    const card = cards().find(
      (each) => each.closest<HTMLElement>('[data-incident]')?.dataset.incident === incidentToFocus.current,
    )
    if (!card) return
    incidentToFocus.current = undefined
    card.focus({ preventScroll: true })
    // Scroll in the next frame, because the router first scrolls each new page to its top.
    requestAnimationFrame(() => reach(card))
  })
  const { next, previous } = incidentListTexts.keyboard
  useShortcuts(boardTexts.title, [
    { keys: 'j', description: next, isRepeatable: true, action: () => move(1) },
    { keys: 'k', description: previous, isRepeatable: true, action: () => move(-1) },
  ])
}

function reach(card: HTMLElement | undefined): void {
  card?.focus({ preventScroll: true })
  card?.closest('[data-incident]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
