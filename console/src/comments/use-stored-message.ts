import { useSessionStorage } from '@mantine/hooks'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { randomUuid } from '../browser/random-uuid.ts'
import { useSession } from '../sessions/session.ts'

interface Kept {
  message: string
  /** Last attempt to send. The server may have stored it even if its response was lost. */
  attempt?: { message: string; key: string }
}

const nothing: Kept = { message: '' }

/** Comment draft of one user for one incident, stored in the tab until it is sent. */
export function useStoredMessage(incidentId: Uuid) {
  const { user } = useSession()
  const [kept, keep, forget] = useSessionStorage({
    key: `tocsin-comment-${user.id}-${incidentId}`,
    defaultValue: nothing,
  })
  return {
    message: kept.message,
    write: (message: string) => keep({ ...kept, message }),
    /**
     * Starts an attempt to send the comment.
     * @param isAnother true to send another comment with the same text.
     * @returns the idempotency key: attempts with the same text share it, even after a reload.
     */
    attempt(isAnother: boolean): string {
      const { message, attempt } = kept
      const key = attempt?.message === message && !isAnother ? attempt.key : randomUuid()
      keep({ message, attempt: { message, key } })
      return key
    },
    forget,
  }
}
