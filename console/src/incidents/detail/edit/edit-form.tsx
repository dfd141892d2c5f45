import { Alert, Button, Stack } from '@mantine/core'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useLayoutEffect, useRef } from 'react'
import { focusFirstField } from '../../../kit/forms/use-first-field.ts'
import { ProblemAlert } from '../../../kit/feedback/problem-alert.tsx'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import { shownValuesOf } from '../../../incident-form/entries.ts'
import { ErrorSummary } from '../../../incident-form/error-summary.tsx'
import { editSettings } from '../../../incident-form/field-setting.ts'
import { FormActions } from '../../../incident-form/form-actions.tsx'
import { IncidentFields } from '../../../incident-form/incident-fields.tsx'
import { FormNotices } from '../../../incident-form/form-notices.tsx'
import type { Names } from '../../../incident-form/names.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { useEditForm } from './use-edit-form.ts'
import { useEditing, wholeIncident } from './use-editing.ts'

interface EditFormProps {
  /** Current incident from the server. Changes during the edit if other users change the incident. */
  incident: IncidentResponse
  configuration: CreationConfiguration
  names: Names
  onClose: () => void
}

/** Form to edit an incident. A field that the user has not changed always shows the current value from the server. */
export function EditForm({ incident, configuration, names, onClose }: EditFormProps) {
  const editing = useEditing(incident, configuration, wholeIncident, onClose)
  const { editedFrom, entries, violations } = editing
  const { errors, onEnter, onSubmit } = useEditForm(editing)
  const form = useRef<HTMLFormElement>(null)
  // Focus the first field, on phones too: the Edit button, which had the focus, has disappeared.
  useLayoutEffect(() => focusFirstField(form.current), [])

  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
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
          {...{ configuration, names, errors, onEnter }}
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
