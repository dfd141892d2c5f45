import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { EditIncident } from '@tocsin/contract/console/incident-change.ts'
import { useState } from 'react'
import { ApiProblem, isProblem } from '../../../api/api-problem.ts'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import { isOfFields, textsOf, type FieldErrors } from '../../../incident-form/check-entries.ts'
import { withoutFields } from '../../../incident-form/entries.ts'
import { incidentQuery } from '../../queries.ts'
import { useEdit } from '../mutations.ts'
import { changedFields } from './to-edit.ts'

/**
 * Saves an edit. If another user changed fields of the form, shows their changes before the next save.
 * @param seen version that the edit started from.
 * @param onSaved receives the saved incident.
 */
export function useSaving(seen: IncidentResponse, onSaved: (saved: IncidentResponse) => void) {
  // Version named by the next save. The server rejects the save after a change that the user has not seen.
  const [base, setBase] = useState(seen)
  const [violations, setViolations] = useState<FieldErrors>({})
  const [rereadError, setRereadError] = useState<Error>()
  const edit = useEdit(seen.id)
  const queryClient = useQueryClient()

  async function save(body: EditIncident, from: IncidentResponse): Promise<void> {
    setRereadError(undefined)
    try {
      const saved = await edit.mutateAsync({ edit: body, seenAt: from.lastModifiedAt })
      notifications.show({ message: texts.saved })
      setBase(saved)
      onSaved(saved)
    } catch (error) {
      if (isProblem(error, 'incident_changed')) await handleConflict(body, from)
      else if (error instanceof ApiProblem) setViolations(textsOf(error.violations))
    }
  }

  /** Handles a conflict. Only changes of the form's fields need the user's attention; after others the save is repeated. */
  async function handleConflict(body: EditIncident, from: IncidentResponse): Promise<void> {
    const now = await queryClient.fetchQuery({ ...incidentQuery(seen.id), staleTime: 0 }).catch(setRereadError)
    // The next save tries again.
    if (!now) return
    setBase(now)
    if (now.lastModifiedAt !== from.lastModifiedAt && changedFields(from, now).length === 0) await save(body, now)
  }

  const isConflict = isProblem(edit.error, 'incident_changed')
  return {
    save: (body: EditIncident) => void save(body, base),
    isSaving: edit.isPending,
    error: edit.error,
    /** True if another user's change made the last save fail. */
    isConflict,
    /** Error of the last save, unless it is shown as conflict or at fields. */
    problem: isConflict ? rereadError : isOfFields(edit.error) ? null : edit.error,
    /** Violations reported by the server, by field. */
    violations,
    /** Removes the violations of changed fields. */
    dismiss: (fields: readonly string[]) => setViolations((before) => withoutFields(before, fields)),
  }
}
