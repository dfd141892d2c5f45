import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { call } from '../../api/call.ts'
import { showProblem } from '../../kit/feedback/show-problem.tsx'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { incidentQuery } from '../queries.ts'
import { useStoreAnswer } from '../use-store-answer.ts'
import { useUndo } from '../use-undo.ts'

/** Returns a mutation that assigns the incident to a user. A null id leaves the incident without an assignee. */
export const useAssign = (incidentId: Uuid) =>
  useChange(
    incidentId,
    'assigneeId',
    (assigneeId: Uuid | null) => texts.assigned(assigneeId !== null),
    texts.assignFailed,
  )

export const useSetPriority = (incidentId: Uuid) =>
  useChange(incidentId, 'priority', texts.prioritySet, texts.setPriorityFailed)

/**
 * Returns a mutation that changes one field of any version of the incident, so that other changes do not conflict. The
 * user can undo the change.
 */
function useChange<Field extends 'assigneeId' | 'priority'>(
  incidentId: Uuid,
  field: Field,
  describe: (value: IncidentResponse[Field]) => string,
  failed: string,
) {
  const queryClient = useQueryClient()
  const store = useStoreAnswer()
  const { offerUndo } = useUndo()
  const path = `/incidents/${incidentId}`
  return useMutation({
    // Send these changes one after another, so that the user's last choice wins.
    scope: { id: path },
    async mutationFn(value: IncidentResponse[Field]) {
      const before = queryClient.getQueryData(incidentQuery(incidentId).queryKey)
      return { before, after: await call<IncidentResponse>('PATCH', path, { body: { [field]: value } }) }
    },
    onSuccess({ before, after }, value) {
      store.changed(after)
      if (before && before[field] !== after[field]) {
        offerUndo(describe(value), { before, after, former: { [field]: before[field] } })
      }
    },
    onError: (error) => showProblem(failed, error),
  })
}

interface Edit {
  patch: PatchIncident
  /** Version of the incident that the user has edited. */
  version: number
}

/** Returns a mutation that edits the incident. The server rejects the edit if the incident has another version. */
export function useEdit(incidentId: Uuid) {
  const store = useStoreAnswer()
  return useMutation({
    mutationFn: ({ patch, version }: Edit) =>
      call<IncidentResponse>('PATCH', `/incidents/${incidentId}`, {
        body: patch,
        headers: { 'if-match': `"${version}"` },
      }),
    onSuccess: store.changed,
  })
}

/** Returns a mutation that deletes the incident. @param onDeleted leaves the page of the deleted incident. */
export function useDeleteIncident(incidentId: Uuid, onDeleted: () => Promise<void>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE', `/incidents/${incidentId}`),
    async onSuccess() {
      // Leave the page before removing the cache entry, because the page would otherwise try to load the deleted
      // incident.
      await onDeleted()
      queryClient.removeQueries({ queryKey: incidentQuery(incidentId).queryKey })
      await queryClient.invalidateQueries({ queryKey: ['incidents'] })
    },
    onError: (error) => showProblem(texts.delete.failed, error),
  })
}
