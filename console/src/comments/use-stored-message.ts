import { useSessionStorage } from '@mantine/hooks'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { randomUuid } from '../browser/random-uuid.ts'
import { useSession } from '../sessions/session.ts'

interface StoredMessage {
  message: string
  /**
   * Text and Idempotency-Key of the last attempt to send. The server may have stored this comment even if the response
   * was lost.
   */
  attempt?: { message: string; key: string }
}

const nothing: StoredMessage = { message: '' }

/**
 * Returns the user's draft of a comment on one incident. The browser tab stores the draft until the comment is sent.
 */
export function useStoredMessage(incidentId: Uuid) {
  const { user } = useSession()
  const [stored, store, forget] = useSessionStorage({
    key: `tocsin-comment-${user.id}-${incidentId}`,
    defaultValue: nothing,
  })
  return {
    message: stored.message,
    write: (message: string) => store({ ...stored, message }),
    /**
     * Records an attempt to send the comment.
     * @param isAnother true to send another comment with the same text, under a new key.
     * @returns the Idempotency-Key. Without `isAnother`, all attempts with the same text share the key, even after a
     *   reload of the page.
     */
    attempt(isAnother: boolean): string {
      const { message, attempt } = stored
      const key = attempt?.message === message && !isAnother ? attempt.key : randomUuid()
      store({ message, attempt: { message, key } })
      return key
    },
    forget,
  }
}
