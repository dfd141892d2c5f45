import { useLocation } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useState } from 'react'
import { useSession } from '../../sessions/session.ts'
import { recallOrigin, rememberOrigin, type Origin } from '../origin/origin.ts'

/**
 * Returns the origin that an incident was opened from, directly or through a neighbour; undefined if the user came in
 * another way. Makes this incident the one to return to.
 */
export function useOrigin(id: Uuid): Origin | undefined {
  const { user } = useSession()
  const isFromOrigin = useLocation({ select: ({ state }) => state.isFromOrigin === true })
  // Read once on mount: while the page is being left, the location is already the next one.
  const [origin] = useState(() => (isFromOrigin ? originWith(id, user.id) : undefined))
  useEffect(() => {
    if (origin && origin.id !== id) rememberOrigin(user.id, { ...origin, id })
  }, [origin, id, user.id])
  return origin
}

/** Returns the stored origin if it contains the incident. The user may have left another list since. */
function originWith(id: Uuid, userId: Uuid): Origin | undefined {
  const origin = recallOrigin(userId)
  return origin?.ids.includes(id.toLowerCase()) ? origin : undefined
}
