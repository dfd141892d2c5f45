import { useLocation } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useState } from 'react'
import { useSession } from '../../sessions/session.ts'
import { recallPlace, rememberPlace, type Place } from '../list/place.ts'

/**
 * The place that an Incident was opened from, directly or through one beside it; undefined where it was come to in another
 * way. Whoever has gone on from there to this one comes back to this one.
 */
export function usePlace(id: Uuid): Place | undefined {
  const { user } = useSession()
  const isFromPlace = useLocation({ select: ({ state }) => state.isFromPlace === true })
  // As it was at first: while the page is being left, the location is already the next one.
  const [place] = useState(() => (isFromPlace ? placeWith(id, user.id) : undefined))
  useEffect(() => {
    if (place && place.id !== id) rememberPlace(user.id, { ...place, id })
  }, [place, id, user.id])
  return place
}

/** Another list may have been left since, when somebody goes back to the Incident. */
function placeWith(id: Uuid, userId: Uuid): Place | undefined {
  const place = recallPlace(userId)
  return place?.ids.includes(id.toLowerCase()) ? place : undefined
}
