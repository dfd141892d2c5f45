import { useMutation } from '@tanstack/react-query'
import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../api/call.ts'
import { useRefreshIncident } from '../api/use-refresh-incident.ts'

export function useEditComment(incidentId: Uuid, commentId: Uuid) {
  const refresh = useRefreshIncident(incidentId)
  return useMutation({
    mutationFn: (message: string) =>
      call<Comment>('PATCH', `/comments/${commentId}`, { body: { message: message || null } }),
    onSuccess: refresh,
  })
}

/** Deletes a comment. Reloads the incident even after a failure, because another user may have deleted the comment. */
export function useDeleteComment(incidentId: Uuid, commentId: Uuid) {
  const refresh = useRefreshIncident(incidentId)
  return useMutation({ mutationFn: () => call('DELETE', `/comments/${commentId}`), onSettled: refresh })
}
