import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { StaffUser } from '@tocsin/contract/console/directory-administration.ts'
import { endSession, sessionQuery } from '../../sessions/session.ts'

interface OwnAccount {
  /** Stores the new name, e-mail address or role in the session and runs the route guards again. */
  changed: (user: StaffUser) => void
  /** Ends the session after the signed-in user has archived their own account. */
  leave: () => void
}

/** Returns the actions that must follow after administrators change their own account in the user list. */
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
