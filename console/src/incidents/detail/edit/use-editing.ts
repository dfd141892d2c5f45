import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { checkEdit } from '@tocsin/contract/rules/check-edit.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../sessions/session.ts'
import { checkEntries, textsOf } from '../../../incident-form/check-entries.ts'
import { enter, withoutFields, type Entered, type Entries } from '../../../incident-form/entries.ts'
import { readEdit, storeEdit } from './stored-edit.ts'
import { changedFields, edited, enteredSince, toEdit, type EditableField } from './to-edit.ts'
import { useSaving } from './use-saving.ts'

/**
 * What is entered into the fields of an Incident, on top of it as it now stands, and how it is saved. Neither a change of
 * somebody else's takes any of it away, nor a save, which is not for what was entered while it was on its way, nor the
 * session's end.
 * @param onClose when all that was entered is saved or discarded.
 */
export function useEditing(incident: IncidentResponse, configuration: CreationConfiguration, onClose: () => void) {
  const { user } = useSession()
  const [stored] = useState(() => readEdit(user.id, incident.id))
  // Moves with one's own saves only, so that the form shows what others change meanwhile.
  const [editedFrom, setEditedFrom] = useState(stored?.from ?? incident)
  const [entries, setEntries] = useState<Entries>(stored?.entries ?? {})
  const latest = useRef(entries)
  useEffect(() => {
    latest.current = entries
  })
  const { save, error, forgive, ...saving } = useSaving(editedFrom, goOnFrom)

  const after = edited(incident, entries)
  const body = toEdit(incident, entries)
  const isUnchanged = isEmpty(body)
  useEffect(
    () => storeEdit(user.id, incident.id, isUnchanged ? undefined : { from: editedFrom, entries }),
    [user.id, incident.id, isUnchanged, editedFrom, entries],
  )

  function close(): void {
    storeEdit(user.id, incident.id, undefined)
    onClose()
  }

  function goOnFrom(saved: IncidentResponse): void {
    const since = enteredSince(entries, latest.current)
    if (isEmpty(since)) return close()
    setEditedFrom(saved)
    setEntries(since)
  }

  const isChangeShown = changedFields(editedFrom, incident).length > 0
  return {
    ...saving,
    /** The Incident when the editing began, or as it was saved last. */
    editedFrom,
    entries,
    after,
    errors: { ...saving.refused, ...textsOf(checkEdit(configuration, incident, after)), ...checkEntries(entries) },
    isUnchanged,
    /** It was entered before the form was opened. */
    isRestored: stored !== undefined && !isUnchanged,
    /** What the last save was refused for, once it can be read. */
    told: saving.problem ?? (saving.isConflict && isChangeShown ? error : null),
    enter(entered: Entered) {
      forgive(Object.keys(entered))
      setEntries((before) => enter(before, entered))
    },
    giveUp(field: EditableField) {
      forgive([field])
      setEntries((before) => withoutFields(before, [field]))
    },
    save: () => save(body),
    /** Discards what is not saved. */
    close,
  }
}

const isEmpty = (part: object): boolean => Object.keys(part).length === 0
