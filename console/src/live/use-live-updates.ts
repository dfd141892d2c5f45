import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { LiveListener } from './pending-updates.ts'
import type { LiveSource } from './live-source.ts'

export const LiveContext = createContext<LiveSource | undefined>(undefined)

/**
 * Calls a listener with changes of the organization's incidents and comments while the component is mounted.
 * @param listener may be another function at each render. The next call waits until the promise from the previous call
 *   is fulfilled or rejected.
 */
export function useLiveUpdates(listener: LiveListener): void {
  const source = use(LiveContext)
  const onUpdate = useEffectEvent(listener)
  useEffect(() => source?.listen((update) => onUpdate(update)), [source])
}
