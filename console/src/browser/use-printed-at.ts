import type { Instant } from '@tocsin/contract/scalars.ts'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Returns the time at which the browser began to print the page; undefined while it does not print. The component is
 * rendered again before the browser lays the page out for printing.
 */
export function usePrintedAt(): Instant | undefined {
  const [printedAt, setPrintedAt] = useState<Instant>()
  useEffect(() => {
    const begin = () => flushSync(() => setPrintedAt(new Date().toISOString()))
    const end = () => setPrintedAt(undefined)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printedAt
}
