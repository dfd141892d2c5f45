import { TagsInput, Textarea, TextInput } from '@mantine/core'
import { incidentFormTexts as texts } from '../texts/incident-form.ts'
import type { FieldContext } from './field-context.ts'
import classes from './plain-fields.module.css'
import { ReadOnlyField } from './read-only-field.tsx'

/** Field with one line of text, for the name or the external id. Renders nothing if the form hides the field. */
export function TextField({
  context,
  field,
  hint,
}: {
  context: FieldContext
  field: 'name' | 'externalId'
  hint?: string
}) {
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

export function DescriptionField({ context }: { context: FieldContext }) {
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
export function OccurredAtField({ context }: { context: FieldContext }) {
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

export function TagsField({ context }: { context: FieldContext }) {
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
