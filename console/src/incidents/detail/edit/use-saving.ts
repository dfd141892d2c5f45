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
 * Saves an edit, unless somebody else has changed what it is about: that is shown before it can be saved again.
 * @param seen the reading that was edited first.
 * @param onSaved is told the Incident as it then stands.
 */
export function useSaving(seen: IncidentResponse, onSaved: (saved: IncidentResponse) => void) {
  // The reading that the next save names: it is refused after a change that the user has not seen yet.
  const [base, setBase] = useState(seen)
  const [refused, setRefused] = useState<FieldErrors>({})
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
      if (isProblem(error, 'incident_changed')) await meetChange(body, from)
      else if (error instanceof ApiProblem) setRefused(textsOf(error.violations))
    }
  }

  /** Another photo or state is no reason to ask: only what stands in this form is. */
  async function meetChange(body: EditIncident, from: IncidentResponse): Promise<void> {
    const now = await queryClient.fetchQuery({ ...incidentQuery(seen.id), staleTime: 0 }).catch(setRereadError)
    // Saving again comes here again.
    if (!now) return
    setBase(now)
    if (now.lastModifiedAt !== from.lastModifiedAt && changedFields(from, now).length === 0) await save(body, now)
  }

  const isConflict = isProblem(edit.error, 'incident_changed')
  return {
    save: (body: EditIncident) => void save(body, base),
    isSaving: edit.isPending,
    error: edit.error,
    /** The last save was refused because of a change of somebody else's. */
    isConflict,
    /** What went wrong and is told of nowhere else. */
    problem: isConflict ? rereadError : isOfFields(edit.error) ? null : edit.error,
    /** What the server said about fields. */
    refused,
    /** What it said of fields that have been changed since is no longer told. */
    forgive: (fields: readonly string[]) => setRefused((before) => withoutFields(before, fields)),
  }
}
