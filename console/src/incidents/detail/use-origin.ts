import { useLocation } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useState } from 'react'
import { useSession } from '../../sessions/session.ts'
import { recallOrigin, rememberOrigin, type Origin } from '../origin/origin.ts'

/**
 * Where an Incident was opened, directly or through one beside it; undefined where the user came in another way. A user who
 * has gone on from there to this one comes back to this one.
 */
export function useOrigin(id: Uuid): Origin | undefined {
  const { user } = useSession()
  const isFromOrigin = useLocation({ select: ({ state }) => state.isFromOrigin === true })
  // As it was at first: while the page is being left, the location is already the next one.
  const [origin] = useState(() => (isFromOrigin ? originWith(id, user.id) : undefined))
  useEffect(() => {
    if (origin && origin.id !== id) rememberOrigin(user.id, { ...origin, id })
  }, [origin, id, user.id])
  return origin
}

/** Another list may have been left since, when somebody goes back to the Incident. */
function originWith(id: Uuid, userId: Uuid): Origin | undefined {
  const origin = recallOrigin(userId)
  return origin?.ids.includes(id.toLowerCase()) ? origin : undefined
}
