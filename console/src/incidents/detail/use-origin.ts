import { useLocation } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useState } from 'react'
import { useSession } from '../../sessions/session.ts'
import { recallOrigin, rememberOrigin, type Origin } from '../origin/origin.ts'

/**
 * Returns the list or board that the user came from, directly or through neighbouring incidents; undefined if the user
 * came another way. Also records this incident, so that it gets the focus when the user goes back.
 */
export function useOrigin(id: Uuid): Origin | undefined {
  const { user } = useSession()
  const isFromOrigin = useLocation({ select: ({ state }) => state.isFromOrigin === true })
  // Read the origin only on mount: while the user leaves the page, the router's location is already the next page.
  const [origin] = useState(() => (isFromOrigin ? originWith(id, user.id) : undefined))
  useEffect(() => {
    if (origin && origin.id !== id) rememberOrigin(user.id, { ...origin, id })
  }, [origin, id, user.id])
  return origin
}

/**
 * Returns the stored origin if its list contains the incident. Otherwise returns undefined, because the stored origin
 * belongs to an incident that the user opened later from another list.
 */
function originWith(id: Uuid, userId: Uuid): Origin | undefined {
  const origin = recallOrigin(userId)
  return origin?.ids.includes(id.toLowerCase()) ? origin : undefined
}
