import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { addressOf, call } from '../api/call.ts'
import { followSession } from '../sessions/session.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { LiveSource } from './live-source.ts'
import { LiveContext } from './use-live-updates.ts'

/** Keeps the connection for live updates open while a user is signed in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const [source] = useState(() => {
    // Find out why the server rejected the connection, because an EventSource does not expose the reason. If the
    // session has ended, this call fails too, and the query client opens the sign-in page.
    const checkSession = () =>
      queryClient.fetchQuery({
        queryKey: ['session', 'check'],
        queryFn: ({ signal }) => call('GET', '/session', { signal }),
        staleTime: 0,
      })
    return new LiveSource(addressOf('/events'), () => void checkSession().catch(() => undefined))
  })
  const router = useRouter()
  useEffect(() => {
    source.start()
    return source.stop
  }, [source])
  useEffect(() => {
    let wasReady = false
    return source.listen(async ({ isIncomplete }) => {
      // Read the session after each reconnect, because the server ends the connection when the user's role changes.
      if (isIncomplete && wasReady) await followSession(queryClient, router)
      wasReady ||= isIncomplete
    })
  }, [source, queryClient, router])
  return (
    <LiveContext value={source}>
      {children}
      <ConnectionNotice source={source} />
    </LiveContext>
  )
}
