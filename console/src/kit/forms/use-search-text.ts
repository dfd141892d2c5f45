import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const delayMs = 200

interface SearchText {
  /** Text of the search field. */
  text: string
  change: (text: string) => void
  /** Starts the search at once instead of after the delay. */
  searchNow: () => void
  /** Replaces the typed text by the search text in the URL. */
  revert: () => void
}

/**
 * State of a search field. Typed text appears at once; the search starts 200 ms later.
 * @param current search text in the URL, which changes later than the typed text. If the user changes the URL, for
 *   example with the Back button, the text in the URL replaces the typed text.
 * @param onSearch called with the trimmed text to search for.
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
