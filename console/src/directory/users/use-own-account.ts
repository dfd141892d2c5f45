import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { StaffUser } from '@tocsin/contract/console/directory-administration.ts'
import { endSession, sessionQuery } from '../../sessions/session.ts'

interface OwnAccount {
  /** Updates the signed-in user's name, email or role, and runs the guards of the pages again. */
  changed: (user: StaffUser) => void
  /** Ends the session after the own account was archived. */
  leave: () => void
}

/** Actions after users change their own account. */
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
