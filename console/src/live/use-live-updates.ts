import { createContext, use, useEffect, useRef } from 'react'
import type { LiveListener } from './pending-updates.ts'
import type { LiveSource } from './live-source.ts'

export const LiveContext = createContext<LiveSource | undefined>(undefined)

/**
 * Tells a page what changes in the Organization's Incidents and Comments while it is shown, a moment after it happened.
 * @param listener may change with every drawing; it is told again only after the promise it returned has settled.
 */
export function useLiveUpdates(listener: LiveListener): void {
  const source = use(LiveContext)
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => source?.listen((news) => latest.current(news)), [source])
}
