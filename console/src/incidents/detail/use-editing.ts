import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { CreationConfiguration } from '@tocsin/contract/configuration.ts'
import { checkEdit } from '@tocsin/contract/creation/check-edit.ts'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem, isProblem } from '../../api/api-problem.ts'
import { useSession } from '../../sessions/session.ts'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { checkEntries, isOfFields, textsOf, type FieldErrors } from '../form/check-entries.ts'
import { enter, withoutFields, type Entries } from '../form/entries.ts'
import { incidentQuery } from '../queries.ts'
import { useEdit } from './mutations.ts'
import { readEdit, storeEdit } from './stored-edit.ts'
import { changedFields, edited, enteredSince, toEdit, type EditableField } from './to-edit.ts'

/**
 * What is entered into the fields of an Incident, on top of it as it now stands, and how it is saved. Neither a change of
 * somebody else's takes any of it away, nor a save, which is not for what was entered while it was on its way, nor the
 * session's end.
 * @param onClose when all that was entered is saved or discarded.
 */
export function useEditing(incident: IncidentResponse, configuration: CreationConfiguration, onClose: () => void) {
  const { user } = useSession()
  const [stored] = useState(() => readEdit(user.id, incident.id))
  // The reading that the next save names: it is refused after a change that the user has not seen yet.
  const [baseOfSave, setBaseOfSave] = useState(stored?.from ?? incident)
  // Moves with one's own saves only, so that the form shows what others change meanwhile.
  const [editedFrom, setEditedFrom] = useState(stored?.from ?? incident)
  const [entries, setEntries] = useState<Entries>(stored?.entries ?? {})
  const [refused, setRefused] = useState<FieldErrors>({})
  const [rereadError, setRereadError] = useState<Error>()
  const edit = useEdit(incident.id)
  const queryClient = useQueryClient()
  const latest = useRef(entries)
  useEffect(() => {
    latest.current = entries
  })

  const after = edited(incident, entries)
  const body = toEdit(incident, entries)
  const isUnchanged = isEmpty(body)
  useEffect(
    () => storeEdit(user.id, incident.id, isUnchanged ? undefined : { from: editedFrom, entries }),
    [user.id, incident.id, isUnchanged, editedFrom, entries],
  )
  const errors = { ...refused, ...textsOf(checkEdit(configuration, incident, after)), ...checkEntries(entries) }

  function close(): void {
    storeEdit(user.id, incident.id, undefined)
    onClose()
  }

  async function save(from: IncidentResponse): Promise<void> {
    setRereadError(undefined)
    try {
      const saved = await edit.mutateAsync({ edit: body, seenAt: from.lastModifiedAt })
      notifications.show({ message: texts.saved })
      goOnFrom(saved)
    } catch (error) {
      if (isProblem(error, 'incident_changed')) await meetChange(from)
      else if (error instanceof ApiProblem) setRefused(textsOf(error.violations))
    }
  }

  function goOnFrom(saved: IncidentResponse): void {
    const since = enteredSince(entries, latest.current)
    if (isEmpty(since)) return close()
    setBaseOfSave(saved)
    setEditedFrom(saved)
    setEntries(since)
  }

  /** Another photo or state is no reason to ask: only what stands in this form is. */
  async function meetChange(from: IncidentResponse): Promise<void> {
    const now = await queryClient.fetchQuery({ ...incidentQuery(incident.id), staleTime: 0 }).catch(setRereadError)
    // Saving again comes here again.
    if (!now) return
    setBaseOfSave(now)
    if (now.lastModifiedAt !== from.lastModifiedAt && changedFields(from, now).length === 0) await save(now)
  }

  const isConflict = isProblem(edit.error, 'incident_changed')
  const problem = isConflict ? rereadError : isOfFields(edit.error) ? null : edit.error
  const isChangeShown = changedFields(editedFrom, incident).length > 0
  return {
    /** The Incident when the editing began, or as it was saved last. */
    editedFrom,
    entries,
    after,
    errors,
    /** What the server said about fields. */
    refused,
    isUnchanged,
    /** It was entered before the form was opened. */
    isRestored: stored !== undefined && !isUnchanged,
    isSaving: edit.isPending,
    /** The last save was refused because of a change of somebody else's. */
    isConflict,
    /** What went wrong and is told of nowhere else. */
    problem,
    /** What the last save was refused for, once it can be read. */
    told: problem ?? (isConflict && isChangeShown ? edit.error : null),
    enter(entered: Entries) {
      setRefused((before) => withoutFields(before, Object.keys(entered)))
      setEntries((before) => enter(before, entered))
    },
    giveUp(field: EditableField) {
      setRefused((before) => withoutFields(before, [field]))
      setEntries((before) => withoutFields(before, [field]))
    },
    save: () => void save(baseOfSave),
    /** Discards what is not saved. */
    close,
  }
}

const isEmpty = (part: object): boolean => Object.keys(part).length === 0
