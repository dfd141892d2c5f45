import { Alert, Button, Stack } from '@mantine/core'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useUnsaved } from '../../../kit/dialogs/page-leave-guard.tsx'
import { focusFirstField } from '../../../kit/forms/use-first-field.ts'
import { ProblemAlert } from '../../../kit/feedback/problem-alert.tsx'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import type { FieldErrors } from '../../../incident-form/check-entries.ts'
import { shownValuesOf } from '../../../incident-form/entries.ts'
import { ErrorSummary } from '../../../incident-form/error-summary.tsx'
import { focusFirst, incompleteTimes } from '../../../incident-form/field-context.ts'
import { editSettings } from '../../../incident-form/field-setting.ts'
import { FormActions } from '../../../incident-form/form-actions.tsx'
import { IncidentFields } from '../../../incident-form/incident-fields.tsx'
import { FormNotices } from '../../../incident-form/form-notices.tsx'
import type { Names } from '../../../incident-form/names.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { useEditing, wholeIncident } from './use-editing.ts'

interface EditFormProps {
  /** Incident as currently stored on the server. It changes during the edit if other users change the incident. */
  incident: IncidentResponse
  configuration: CreationConfiguration
  names: Names
  onClose: () => void
}

/**
 * Form to edit an incident. Fields that the user has not changed show the stored values, even after another user
 * changes these values during the edit.
 */
export function EditForm({ incident, configuration, names, onClose }: EditFormProps) {
  const editing = useEditing(incident, configuration, wholeIncident, onClose)
  const { editedFrom, entries, errors, violations } = editing
  useUnsaved(() => !editing.isUnchanged, editing.close)
  const form = useRef<HTMLFormElement>(null)
  // Focus the first field, on phones too: the Edit button, which had the focus, has disappeared.
  useLayoutEffect(() => focusFirstField(form.current), [])

  const [incomplete, setIncomplete] = useState<FieldErrors>({})
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (editing.isSaving) return
    const times = incompleteTimes(event.currentTarget)
    setIncomplete(times)
    const found = { ...errors, ...times }
    if (Object.keys(found).length > 0) return focusFirst(found)
    if (editing.isUnchanged) return editing.close()
    editing.save()
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap="md">
        {editing.isRestored && <Alert variant="light">{texts.restored}</Alert>}
        <FormNotices rejection={editing.rejection}>
          <ConflictNotice
            {...{ editedFrom, incident, entries, names }}
            isConflict={editing.isConflict}
            onTakeTheirs={editing.giveUp}
          />
          <ErrorSummary errors={violations} title={texts.violations} />
          <ProblemAlert title={texts.saveFailed} error={editing.problem} />
        </FormNotices>
        <IncidentFields
          shown={{ ...shownValuesOf(editing.after), ...entries }}
          settingOf={editSettings(configuration, incident, entries)}
          withoutAssignee
          onEnter={(entered) => {
            setIncomplete({})
            editing.enter(entered)
          }}
          errors={{ ...errors, ...incomplete }}
          {...{ configuration, names }}
        />
        <FormActions>
          <Button type="submit" loading={editing.isSaving}>
            {texts.save}
          </Button>
          <Button variant="default" onClick={editing.close}>
            {texts.cancel}
          </Button>
        </FormActions>
      </Stack>
    </form>
  )
}
