import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { checkEdit } from '@tocsin/contract/rules/check-edit.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useIsShown } from '../../../kit/feedback/use-is-shown.ts'
import { useSession } from '../../../sessions/session.ts'
import { checkEntries, textsOf } from '../../../incident-form/check-entries.ts'
import { enter, withoutFields, type Entered, type Entries } from '../../../incident-form/entries.ts'
import { readEdit, storeEdit } from './stored-edit.ts'
import { changedFields, edited, editableFields, enteredSince, toEdit, type EditableField } from './to-edit.ts'
import { useSaving } from './use-saving.ts'

/** Part of an incident that an editor edits. */
export interface EditScope {
  /** Fact that the editor edits; undefined for the form for all fields. */
  fact?: string
  fields: readonly EditableField[]
}

export const wholeIncident: EditScope = { fields: editableFields }

/**
 * State and actions of an edit, such as the user's entries, the incident with these entries, and the function that
 * saves them. The entries survive other users' changes and the end of the session. Entries made during a save survive
 * the save.
 * @param onClose called when all entries are saved or discarded.
 */
export function useEditing(
  incident: IncidentResponse,
  configuration: CreationConfiguration,
  { fact, fields }: EditScope,
  onClose: () => void,
) {
  const { user } = useSession()
  const isShown = useIsShown()
  const place = useMemo(() => ({ userId: user.id, incidentId: incident.id, fact }), [user.id, incident.id, fact])
  const [stored] = useState(() => readEdit(place))
  // Incident as it was before the edit or after the user's last save. The form lists the differences from the current
  // incident as the changes of other users.
  const [editedFrom, setEditedFrom] = useState(stored?.from ?? incident)
  const [entries, setEntries] = useState<Entries>(stored?.entries ?? {})
  const latest = useRef(entries)
  useEffect(() => {
    latest.current = entries
  })
  const { save, error, dismiss, ...saving } = useSaving(editedFrom, fields, goOnFrom)

  const after = edited(incident, entries)
  const body = toEdit(incident, entries)
  const isUnchanged = isEmpty(body)
  useEffect(
    () => storeEdit(place, isUnchanged ? undefined : { from: editedFrom, entries }),
    [place, isUnchanged, editedFrom, entries],
  )

  function close(): void {
    storeEdit(place, undefined)
    onClose()
  }

  function goOnFrom(saved: IncidentResponse): void {
    // The user may have closed and reopened the editor during the save. The new entries must not be lost.
    if (!isShown()) return
    const since = enteredSince(entries, latest.current)
    if (isEmpty(since)) return close()
    setEditedFrom(saved)
    setEntries(since)
  }

  const isChangeShown = changedFields(editedFrom, incident, fields).length > 0
  return {
    ...saving,
    /** Incident as it was when the user started to edit or last saved. */
    editedFrom,
    entries,
    after,
    errors: { ...saving.violations, ...textsOf(checkEdit(configuration, incident, after)), ...checkEntries(entries) },
    isUnchanged,
    /**
     * True if the editor opened with unsaved entries from this browser tab, and these still differ from the incident.
     */
    isRestored: stored !== undefined && !isUnchanged,
    /** Problem of the last save, or null. A conflict is reported only after the other user's changes are loaded. */
    rejection: saving.problem ?? (saving.isConflict && isChangeShown ? error : null),
    enter(entered: Entered) {
      dismiss(Object.keys(entered))
      setEntries((before) => enter(before, entered))
    },
    giveUp(field: EditableField) {
      dismiss([field])
      setEntries((before) => withoutFields(before, [field]))
    },
    save: () => save(body),
    /** Discards unsaved entries. */
    close,
  }
}

const isEmpty = (part: object): boolean => Object.keys(part).length === 0
