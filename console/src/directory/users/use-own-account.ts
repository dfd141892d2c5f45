import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { StaffUser } from '@tocsin/contract/console/directory-administration.ts'
import { endSession, sessionQuery } from '../../sessions/session.ts'

interface OwnAccount {
  /** Takes note of one's own new name, email or role: the guards of the pages look at them again. */
  changed: (user: StaffUser) => void
  /** One's own account is archived, so this session is over. */
  leave: () => void
}

/** What follows at once for whoever changes their own account. */
export function useOwnAccount(): OwnAccount {
  const queryClient = useQueryClient()
  const router = useRouter()
  return {
    changed({ id, name, email, role }) {
      queryClient.setQueryData(
        sessionQuery.queryKey,
        (session) => session && { ...session, user: { id, name, email, role } },
      )
      void router.invalidate()
    },
    leave() {
      endSession(queryClient)
      void router.invalidate()
    },
  }
}
