import { useLocation, useRouter } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'

/**
 * Returns true if the user has just returned from this incident to the list or board, by a link, a shortcut or the Back
 * button.
 */
export function useIsBackFrom(id: Uuid | undefined): boolean {
  const router = useRouter()
  const isLedBack = useLocation({ select: ({ state }) => state.isBackAtOrigin === true })
  const [isBack] = useState(() => {
    const path = router.state.resolvedLocation?.pathname.toLowerCase()
    return id !== undefined && id !== '' && (isLedBack || path === `/incidents/${id}`)
  })
  return isBack
}
