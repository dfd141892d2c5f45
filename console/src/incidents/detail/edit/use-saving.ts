import { useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import { useState } from 'react'
import { ApiProblem, isProblem } from '../../../api/api-problem.ts'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import { isOfFields, textsOf, type FieldErrors } from '../../../incident-form/check-entries.ts'
import { withoutFields } from '../../../incident-form/entries.ts'
import { incidentQuery } from '../../queries.ts'
import { useUndo } from '../../use-undo.ts'
import { useEdit } from '../mutations.ts'
import { changedFields, type EditableField } from './to-edit.ts'

/**
 * Saves an edit of an incident and offers to undo it. If another user has changed a field of the editor, the save
 * fails, so that the user sees that change before saving a second time.
 * @param seen version of the incident that the user started to edit.
 * @param fields fields of the editor.
 * @param onSaved receives the saved incident.
 */
export function useSaving(
  seen: IncidentResponse,
  fields: readonly EditableField[],
  onSaved: (saved: IncidentResponse) => void,
) {
  // Version that the next save is based on. The server rejects the save if the incident has changed since this version.
  const [base, setBase] = useState(seen)
  const [violations, setViolations] = useState<FieldErrors>({})
  const [rereadError, setRereadError] = useState<Error>()
  // Also true while the incident is loaded after a conflict, so that the next save starts from the loaded version.
  const [isSaving, setIsSaving] = useState(false)
  const edit = useEdit(seen.id)
  const queryClient = useQueryClient()
  const { offerUndo } = useUndo()

  async function save(body: PatchIncident): Promise<void> {
    setIsSaving(true)
    try {
      await saveFrom(base, body)
    } finally {
      setIsSaving(false)
    }
  }

  async function saveFrom(from: IncidentResponse, body: PatchIncident): Promise<void> {
    setRereadError(undefined)
    try {
      const saved = await edit.mutateAsync({ patch: body, version: from.version })
      const former = Object.fromEntries(Object.keys(body).map((field) => [field, from[field as EditableField]]))
      offerUndo(texts.saved, { before: from, after: saved, former })
      setBase(saved)
      onSaved(saved)
    } catch (error) {
      if (isProblem(error, 'incident_changed')) await handleConflict(from, body)
      else if (error instanceof ApiProblem) setViolations(textsOf(error.violations))
    }
  }

  /**
   * Loads the current incident after a conflict. If other users have changed only fields outside the form, such as the
   * assignee, saves the edit again. Otherwise saves nothing, because the user first has to see the changes.
   */
  async function handleConflict(from: IncidentResponse, body: PatchIncident): Promise<void> {
    const now = await queryClient.fetchQuery({ ...incidentQuery(seen.id), staleTime: 0 }).catch(setRereadError)
    // Loading failed. The next save will report the conflict and load the incident again.
    if (!now) return
    setBase(now)
    if (now.version !== from.version && changedFields(from, now, fields).length === 0) await saveFrom(now, body)
  }

  const isConflict = isProblem(edit.error, 'incident_changed')
  return {
    save: (body: PatchIncident) => void save(body),
    isSaving,
    error: edit.error,
    /** True if the last save failed because another user had changed the incident. */
    isConflict,
    /**
     * Problem to show above the form. Leaves out violations, which their fields show, and a conflict, which the
     * conflict notice shows.
     */
    problem: isConflict ? rereadError : isOfFields(edit.error) ? null : edit.error,
    /** Texts of the violations that the server reported, by field. */
    violations,
    /** Removes the texts of these fields from `violations`. Called when the user changes the fields. */
    dismiss: (changed: readonly string[]) => setViolations((before) => withoutFields(before, changed)),
  }
}
