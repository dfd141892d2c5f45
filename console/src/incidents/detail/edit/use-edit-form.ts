import { useState, type SyntheticEvent } from 'react'
import type { FieldErrors } from '../../../incident-form/check-entries.ts'
import type { Entered } from '../../../incident-form/entries.ts'
import { focusFirst, incompleteTimes } from '../../../incident-form/field-context.ts'
import { useUnsaved } from '../../../kit/dialogs/page-leave-guard.tsx'
import type { useEditing } from './use-editing.ts'

/**
 * Errors and event handlers of a form that edits an incident. While a field has an error or a time is incomplete, the
 * form saves nothing. The form asks before the user leaves unsaved entries.
 */
export function useEditForm(editing: ReturnType<typeof useEditing>) {
  useUnsaved(() => !editing.isUnchanged, editing.close)
  const [incomplete, setIncomplete] = useState<FieldErrors>({})
  return {
    errors: { ...editing.errors, ...incomplete },
    onEnter(entered: Entered) {
      setIncomplete({})
      editing.enter(entered)
    },
    onSubmit(event: SyntheticEvent<HTMLFormElement>) {
      event.preventDefault()
      if (editing.isSaving) return
      const times = incompleteTimes(event.currentTarget)
      setIncomplete(times)
      const found = { ...editing.errors, ...times }
      if (Object.keys(found).length > 0) return focusFirst(found)
      if (editing.isUnchanged) return editing.close()
      editing.save()
    },
  }
}
