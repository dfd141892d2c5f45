import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const delayMs = 200

interface SearchText {
  /** Text of the search field. */
  text: string
  change: (text: string) => void
  /** Searches at once instead of after the delay. */
  searchNow: () => void
  /** Replaces the typed text by the current search. */
  revert: () => void
}

/**
 * Holds the text of a search field. Typing shows at once and searches 200 ms later.
 * @param current `q` of the address. It lags behind typing, so it replaces the text only if it differs from the last search,
 *   for example after Back.
 */
export function useSearchText(current: string, onSearch: (q: string) => void): SearchText {
  const [text, setText] = useState(current)
  const sent = useRef(current)
  const search = useDebouncedCallback((q: string) => {
    if (q === sent.current) return
    sent.current = q
    onSearch(q)
  }, delayMs)
  useEffect(() => {
    if (current === sent.current) return
    sent.current = current
    search.cancel()
    setText(current)
  }, [current, search])
  return {
    text,
    change(next) {
      setText(next)
      search(next.trim())
    },
    searchNow: () => search.flush(),
    revert() {
      sent.current = current
      search.cancel()
      setText(current)
    },
  }
}
