import { useSessionStorage } from '@mantine/hooks'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { randomUuid } from '../browser/random-uuid.ts'
import { useSession } from '../sessions/session.ts'

interface Kept {
  message: string
  /** The last attempt to send; it may have arrived although nothing is known of it. */
  attempt?: { message: string; key: string }
}

const nothing: Kept = { message: '' }

/** What a user has begun to write about an Incident: kept by the tab until it is sent, and shown to nobody else. */
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
     * Begins an attempt to send it.
     * @param isAnother it is another Comment, although it says the same.
     * @returns its key: another attempt with the same text has the same, also after a reload.
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
