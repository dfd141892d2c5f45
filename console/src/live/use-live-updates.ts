import { createContext, use, useEffect, useRef } from 'react'
import type { LiveListener } from './pending-updates.ts'
import type { LiveSource } from './live-source.ts'

export const LiveContext = createContext<LiveSource | undefined>(undefined)

/**
 * Calls a listener with the changes of the organization's incidents and comments while a page is rendered.
 * @param listener may change at every render. It is called again only after the promise it returned has settled.
 */
export function useLiveUpdates(listener: LiveListener): void {
  const source = use(LiveContext)
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => source?.listen((update) => latest.current(update)), [source])
}
