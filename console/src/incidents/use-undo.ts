import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { isProblem } from '../api/api-problem.ts'
import { call } from '../api/call.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { showUndo } from '../kit/feedback/show-undo.tsx'
import { incidentTexts } from '../texts/incidents.ts'
import { useStoreResponse } from './use-store-response.ts'

const texts = incidentTexts.undo

interface Change {
  /** Incident as the page showed it before the change. */
  before: IncidentResponse
  /** Incident after the change, from the response to the change. */
  after: IncidentResponse
  /** Values of the changed fields before the change. */
  former: PatchIncident
}

/**
 * Returns true if nobody made another change between the two versions. Otherwise the page never showed the replaced
 * values, so it cannot restore them.
 */
const isOnlyChange = ({ before, after }: Change): boolean => after.version === before.version + 1

/**
 * Returns functions that show a message about a change or a deletion, with a button that undoes it. The button restores
 * the values from before a change only if nobody has changed the incident since.
 */
export function useUndo() {
  const { changed } = useStoreResponse()
  const onSuccess = (incident: IncidentResponse) => {
    changed(incident)
    notifications.show({ message: texts.done, role: 'status' })
  }
  const revert = useMutation({
    mutationFn: ({ after, former }: Change) =>
      call<IncidentResponse>('PATCH', `/incidents/${after.id}`, {
        body: former,
        headers: { 'if-match': `"${after.version}"` },
      }),
    onSuccess,
    onError: (error) =>
      isProblem(error, 'incident_changed')
        ? notifications.show({ color: 'orange', title: texts.failed, message: texts.changedSince, role: 'alert' })
        : showProblem(texts.failed, error),
  })
  const restore = useMutation({
    mutationFn: (incidentId: Uuid) => call<IncidentResponse>('POST', `/incidents/${incidentId}/restore`),
    onSuccess,
    onError: (error) => showProblem(texts.failed, error),
  })
  return {
    /**
     * Shows a message about a change, with a button that undoes the change.
     * @param isAllowed false if the server would reject the undo, so that only the message is shown.
     */
    offerUndo(done: string, change: Change, isAllowed = true) {
      const message = texts.doneTo(change.after, done)
      if (isAllowed && isOnlyChange(change)) showUndo(message, () => revert.mutate(change))
      else notifications.show({ message, role: 'status' })
    },
    offerRestore: (message: string, incidentId: Uuid) => showUndo(message, () => restore.mutate(incidentId)),
  }
}
