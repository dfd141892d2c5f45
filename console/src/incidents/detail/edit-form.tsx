import { Button, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { CreationConfiguration } from '@tocsin/contract/configuration.ts'
import { checkEdit } from '@tocsin/contract/creation/check-edit.ts'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import { useState, type SyntheticEvent } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { ProblemAlert } from '../../frame/problem-alert.tsx'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { checkEntries, textsOf, type FieldErrors } from '../form/check-entries.ts'
import { enter, shownValuesOf, type Entries } from '../form/entries.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { focusFirst } from '../form/field-context.ts'
import { editSettings } from '../form/field-setting.ts'
import { IncidentFields } from '../form/incident-fields.tsx'
import { incidentQuery } from '../queries.ts'
import type { Names } from '../use-names.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { useEdit } from './mutations.ts'
import { changedFields, edited, toEdit } from './to-edit.ts'

interface EditFormProps {
  /** As it now stands: it may change while it is being edited. */
  incident: IncidentResponse
  configuration: CreationConfiguration
  names: Names
  onClose: () => void
}

/**
 * Edits the fields of an Incident. What is entered lies on top of the Incident as it now stands, so that a change of
 * somebody else's appears in the other fields, and never takes away what was entered.
 */
export function EditForm({ incident, configuration, names, onClose }: EditFormProps) {
  // The reading that whoever edits has seen. A change since then is shown to them before it can be overwritten.
  const [seen, setSeen] = useState(incident)
  const [original] = useState(incident)
  const [entries, setEntries] = useState<Entries>({})
  const [refused, setRefused] = useState<FieldErrors>({})
  const edit = useEdit(incident.id)
  const queryClient = useQueryClient()

  const after = edited(incident, entries)
  const body = toEdit(incident, entries)
  const errors = { ...refused, ...textsOf(checkEdit(configuration, incident, after)), ...checkEntries(entries) }
  const onEnter = (entered: Entries) => {
    setRefused({})
    setEntries((before) => enter(before, entered))
  }

  async function save(from: IncidentResponse): Promise<void> {
    try {
      await edit.mutateAsync({ edit: body, seenAt: from.lastModifiedAt })
      notifications.show({ message: texts.saved })
      onClose()
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'incident_changed') await meetChange(from)
      else if (error instanceof ApiProblem) setRefused(textsOf(error.violations))
    }
  }

  /** Another photo or state is no reason to ask: only what stands in this form is. */
  async function meetChange(from: IncidentResponse): Promise<void> {
    const now = await queryClient.fetchQuery({ ...incidentQuery(incident.id), staleTime: 0 })
    setSeen(now)
    if (now.lastModifiedAt !== from.lastModifiedAt && changedFields(from, now).length === 0) await save(now)
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (edit.isPending) return
    if (Object.keys(errors).length > 0) return focusFirst(errors)
    if (isUnchanged(body)) return onClose()
    void save(seen)
  }

  const isRefusedAtFields = Object.keys(refused).length > 0
  const isConflict = edit.error instanceof ApiProblem && edit.error.code === 'incident_changed'
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <ConflictNotice
          {...{ original, incident, entries, names }}
          isRefused={isConflict}
          onTakeTheirs={(field) => setEntries((before) => without(before, field))}
        />
        <ErrorSummary errors={refused} />
        {!isConflict && !isRefusedAtFields && <ProblemAlert error={edit.error} />}
        <IncidentFields
          shown={{ ...shownValuesOf(after), ...entries }}
          settingOf={editSettings(configuration, incident, entries)}
          withoutAssignee
          {...{ errors, configuration, names, onEnter }}
        />
        <Group gap="xs">
          <Button type="submit" loading={edit.isPending}>
            {texts.save}
          </Button>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard isUnsaved={!isUnchanged(body) && !edit.isSuccess} />
    </form>
  )
}

const isUnchanged = (body: object): boolean => Object.keys(body).length === 0

function without(entries: Entries, field: keyof Entries): Entries {
  const others = { ...entries }
  delete others[field]
  return others
}
