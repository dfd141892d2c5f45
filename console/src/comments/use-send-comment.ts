import { useMutation, useMutationState } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { StaffComment } from '@tocsin/contract/events/timeline.ts'
import { useState } from 'react'
import { upload } from '../api/upload.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { useIsShown } from '../kit/feedback/use-is-shown.ts'
import { useRefreshIncident } from '../api/use-refresh-incident.ts'
import { useSession } from '../sessions/session.ts'
import { commentTexts } from '../texts/comments.ts'

interface Sending {
  message: string
  files: readonly File[]
  /** Value of the `Idempotency-Key` header. All attempts to send the same comment share the key. */
  key: string
  controller: AbortController
}

/**
 * Sends a comment with its files and reports the progress. Sending continues after the user has left the page. If the
 * user returns before the comment is sent, the form still shows that a comment is being sent.
 */
export function useSendComment(incidentId: Uuid, onSent: () => void) {
  const { user } = useSession()
  const refresh = useRefreshIncident(incidentId)
  const isShown = useIsShown()
  const [share, setShare] = useState(0)
  const mutationKey = ['comments', 'send', user.id, incidentId]

  const { mutate, error, reset } = useMutation({
    mutationKey,
    mutationFn({ message, files, key, controller }: Sending) {
      setShare(0)
      const form = new FormData()
      form.append('message', message)
      for (const file of files) form.append('files', file)
      return upload<StaffComment>(`/incidents/${incidentId}/comments`, form, {
        onProgress: setShare,
        signal: controller.signal,
        headers: { 'idempotency-key': key },
      })
    },
    onSuccess() {
      onSent()
      // Do not wait for the reload of the incident. The user can then type the next comment at once.
      void refresh()
    },
    onError(failure, { controller }) {
      if (!isShown() && !controller.signal.aborted) showProblem(commentTexts.notSent, failure)
    },
  })
  const [sending] = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Sending,
  })

  return {
    send: (writing: Omit<Sending, 'controller'>) => mutate({ ...writing, controller: new AbortController() }),
    isSending: sending !== undefined,
    error,
    reset,
    share,
    cancel: () => sending?.controller.abort(),
  }
}
