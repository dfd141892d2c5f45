import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const delayMs = 200

interface SearchText {
  /** As it is typed. */
  text: string
  change: (text: string) => void
  /** Searches now instead of a moment later. */
  hurry: () => void
  /** Shows what is searched for again, instead of what was typed. */
  revert: () => void
}

/**
 * The text of a search while the user types: shown at once, and searched for a moment later.
 * @param asked the q of the address. It lags behind typing; it replaces the text only when it differs from what was
 *   last searched for (Back).
 */
export function useSearchText(asked: string, onAsk: (q: string) => void): SearchText {
  const [text, setText] = useState(asked)
  const sent = useRef(asked)
  const ask = useDebouncedCallback((q: string) => {
    if (q === sent.current) return
    sent.current = q
    onAsk(q)
  }, delayMs)
  useEffect(() => {
    if (asked === sent.current) return
    sent.current = asked
    ask.cancel()
    setText(asked)
  }, [asked, ask])
  return {
    text,
    change(next) {
      setText(next)
      ask(next.trim())
    },
    hurry: () => ask.flush(),
    revert() {
      sent.current = asked
      ask.cancel()
      setText(asked)
    },
  }
}
