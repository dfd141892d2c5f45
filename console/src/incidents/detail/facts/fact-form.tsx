import { Button, Group, Stack } from '@mantine/core'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useLayoutEffect, useMemo, useRef, type FocusEvent } from 'react'
import { CoordinateFields } from '../../../incident-form/coordinate-fields.tsx'
import { shownValuesOf } from '../../../incident-form/entries.ts'
import { fieldContext, type FieldContext } from '../../../incident-form/field-context.ts'
import { editSettings } from '../../../incident-form/field-setting.ts'
import { DescriptionField, OccurredAtField, TextField } from '../../../incident-form/plain-fields.tsx'
import type { Names } from '../../../incident-form/names.ts'
import { ProblemAlert } from '../../../kit/feedback/problem-alert.tsx'
import { focusFirstField } from '../../../kit/forms/use-first-field.ts'
import { incidentDetailTexts } from '../../../texts/incident-detail.ts'
import { incidentFactTexts as texts } from '../../../texts/incident-facts.ts'
import { ConflictNotice } from '../edit/conflict-notice.tsx'
import { useEditForm } from '../edit/use-edit-form.ts'
import { useEditing } from '../edit/use-editing.ts'
import { typedFacts, type TypedFact } from './typed-facts.ts'

interface FactFormProps {
  fact: TypedFact
  incident: IncidentResponse
  configuration: CreationConfiguration
  names: Names
  onClose: () => void
}

/**
 * Editor of a fact whose value is typed. Enter saves the value; the description needs Ctrl+Enter or ⌘+Enter instead. If
 * the focus leaves the editor, the editor closes, unless it has unsaved text.
 */
export function FactForm({ fact, incident, configuration, names, onClose }: FactFormProps) {
  const { fields, label } = typedFacts[fact]
  const scope = useMemo(() => ({ fact, fields }), [fact, fields])
  const editing = useEditing(incident, configuration, scope, onClose)
  const { errors, onEnter, onSubmit } = useEditForm(editing)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (!editing.isRestored) focusFirstField(form.current)
    // Focus the field once, when the editor opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const context = fieldContext({
    shown: { ...shownValuesOf(editing.after), ...editing.entries },
    settingOf: editSettings(configuration, incident, editing.entries),
    onEnter,
    errors,
    configuration,
    names,
  })
  return (
    <form ref={form} noValidate aria-label={texts.edit(label)} onSubmit={onSubmit}>
      <Stack
        gap="xs"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
        }}
        onBlur={(event) => {
          if (editing.isUnchanged && isLeaving(event)) editing.close()
        }}
      >
        <ConflictNotice
          editedFrom={editing.editedFrom}
          entries={editing.entries}
          isConflict={editing.isConflict}
          {...{ incident, names, fields }}
        />
        <ProblemAlert title={incidentDetailTexts.saveFailed} error={editing.problem} />
        <FactFields fact={fact} context={context} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={editing.isSaving}>
            {editing.isConflict ? texts.conflict.keepMine() : incidentDetailTexts.save}
          </Button>
          <Button size="xs" variant="default" onClick={editing.close}>
            {editing.isConflict ? texts.conflict.takeTheirs : incidentDetailTexts.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function FactFields({ fact, context }: { fact: TypedFact; context: FieldContext }) {
  switch (fact) {
    case 'name':
    case 'externalId':
      return <TextField context={context} field={fact} />
    case 'description':
      return <DescriptionField context={context} />
    case 'occurredAt':
      return <OccurredAtField context={context} />
    case 'coordinates':
      return <CoordinateFields context={context} />
  }
}

/** Returns true if the focus leaves the form, and false if the whole window loses the focus. */
const isLeaving = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  document.hasFocus() && !currentTarget.contains(relatedTarget)
