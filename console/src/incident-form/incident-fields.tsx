import { Fieldset, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { incidentFormTexts as texts } from '../texts/incident-form.ts'
import { ChoiceField } from './choice-field.tsx'
import { CoordinateFields } from './coordinate-fields.tsx'
import { fieldContext, type FieldContext, type FieldSource } from './field-context.ts'
import classes from './incident-fields.module.css'
import { ReadOnlyField } from './read-only-field.tsx'

interface IncidentFieldsProps extends FieldSource {
  /** True to leave out the assignee field, because the incident page has a separate control for the assignee. */
  withoutAssignee?: boolean
}

/** Fields of an incident, for the report form and the edit form. Each field is rendered according to its setting. */
export function IncidentFields({ withoutAssignee = false, ...given }: IncidentFieldsProps) {
  const context = fieldContext(given)
  return (
    <Stack gap="md">
      <Fieldset legend={texts.sections.what}>
        <Stack gap="sm">
          <TextField context={context} field="name" hint={texts.nameHint} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <ChoiceField context={context} field="typeId" />
            <ChoiceField context={context} field="categoryId" />
            <ChoiceField context={context} field="priority" />
          </SimpleGrid>
          <DescriptionField context={context} />
        </Stack>
      </Fieldset>
      <PlaceFields context={context} />
      <Fieldset legend={texts.sections.more}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <OccurredAtField context={context} />
          {!withoutAssignee && <ChoiceField context={context} field="assigneeId" />}
          <TagsField context={context} />
          <TextField context={context} field="externalId" />
        </SimpleGrid>
      </Fieldset>
    </Stack>
  )
}

/** Fields for the location, the point and the coordinates. Renders nothing if the form hides all of them. */
function PlaceFields({ context }: { context: FieldContext }) {
  const fields = ['locationId', 'pointId', 'latitude'] as const
  if (fields.every(context.isHidden)) return null
  return (
    <Fieldset legend={texts.sections.where}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <ChoiceField context={context} field="locationId" />
          <ChoiceField context={context} field="pointId" />
        </SimpleGrid>
        <CoordinateFields context={context} />
      </Stack>
    </Fieldset>
  )
}

function TextField({ context, field, hint }: { context: FieldContext; field: 'name' | 'externalId'; hint?: string }) {
  if (context.isHidden(field)) return null
  if (context.isReadOnly(field)) return <ReadOnlyField context={context} field={field} />
  const props = context.propsOf(field)
  return (
    <TextInput
      {...props}
      description={props.description ?? hint}
      autoComplete="off"
      value={context.shown[field]}
      onChange={({ currentTarget }) => context.onEnter({ [field]: currentTarget.value })}
    />
  )
}

function DescriptionField({ context }: { context: FieldContext }) {
  if (context.isHidden('description')) return null
  return (
    <Textarea
      {...context.propsOf('description')}
      autosize
      minRows={3}
      maxRows={16}
      {...(context.isReadOnly('description') && { readOnly: true, variant: 'filled' })}
      value={context.shown.description}
      onChange={({ currentTarget }) => context.onEnter({ description: currentTarget.value })}
    />
  )
}

/** Time field. Uses the browser's native input, because every phone has a good picker for it. */
function OccurredAtField({ context }: { context: FieldContext }) {
  if (context.isHidden('occurredAt')) return null
  if (context.isReadOnly('occurredAt')) return <ReadOnlyField context={context} field="occurredAt" />
  return (
    <TextInput
      {...context.propsOf('occurredAt')}
      type="datetime-local"
      className={classes.instant}
      value={context.shown.occurredAt}
      onChange={({ currentTarget }) => context.onEnter({ occurredAt: currentTarget.value })}
      // If the user leaves the field empty, show the default again, because the default is sent in place of an empty
      // time.
      onBlur={({ currentTarget: { value, validity } }) => {
        if (value === '' && !validity.badInput && context.settingOf('occurredAt').hasDefault)
          context.onEnter({ occurredAt: undefined })
      }}
    />
  )
}

function TagsField({ context }: { context: FieldContext }) {
  if (context.isHidden('tags')) return null
  if (context.isReadOnly('tags')) return <ReadOnlyField context={context} field="tags" />
  return (
    <TagsInput
      {...context.propsOf('tags')}
      placeholder={context.shown.tags.length === 0 ? texts.tagsPlaceholder : ''}
      value={context.shown.tags}
      isDuplicate={(tag, tags) => tags.includes(tag)}
      onChange={(tags) => context.onEnter({ tags })}
    />
  )
}
