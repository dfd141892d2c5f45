import { TagsInput, Textarea, TextInput } from '@mantine/core'
import { findLocations, findPoints, findStaff, type Find } from '../../../directory/pickers/queries.ts'
import { RemoteSelect } from '../../../directory/pickers/remote-select.tsx'
import { Select } from '../../../kit/forms/select.tsx'
import { clearButtonProps } from '../../../kit/forms/clear-button.ts'
import { SearchSelect } from '../../../kit/forms/search-select.tsx'
import { priorityOptions } from '../../../incident-form/priority-options.ts'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import { configurationPageTexts } from '../../../texts/configuration-pages.ts'
import type { Configuration, ConfiguredProfile, Field, FieldRule } from '../../fields.ts'
import { fieldControlId } from '../control-ids.ts'
import { CoordinatesInput } from './coordinates-input.tsx'
import { useDraftEditing } from '../draft-context.ts'
import { entryOptions } from '../entry-options.ts'
import { OccurredAtInput } from './occurred-at-input.tsx'

const texts = configurationDraftTexts.inputs

type Default = FieldRule['default']

interface DefaultInputProps {
  profile: ConfiguredProfile
  field: Field
  /** Called with the new default value, or with undefined if the field gets no default. */
  onChange: (value: Default) => void
}

/** Props shared by all inputs for default values. */
export interface InputProps {
  id: string
  'aria-label': string
  error: string | undefined
}

/** Input for the default value of a field. The kind of input depends on the field. */
export function DefaultInput({ profile, field, onChange }: DefaultInputProps) {
  const { errorAt } = useDraftEditing()
  const label = configurationPageTexts.fields[field]
  const id = fieldControlId(profile.id, field)
  const props: InputProps = {
    id,
    'aria-label': configurationDraftTexts.profiles.defaultOf(label),
    error: errorAt(id),
  }
  const { fields } = profile
  switch (field) {
    case 'name':
      return <TextDefault {...props} value={fields.name?.default} onChange={onChange} />
    case 'description':
      return <TextDefault {...props} value={fields.description?.default} onChange={onChange} multiline />
    case 'occurredAt':
      return <OccurredAtInput {...props} value={fields.occurredAt?.default} onChange={onChange} />
    case 'tags':
      return <TagsDefault {...props} value={fields.tags?.default} onChange={onChange} />
    case 'coordinates':
      return <CoordinatesInput {...props} value={fields.coordinates?.default} onChange={onChange} />
    case 'typeId':
    case 'categoryId':
    case 'priority':
      return <ListDefault {...props} field={field} value={fields[field]?.default} onChange={onChange} />
    case 'locationId':
    case 'pointId':
    case 'assigneeId':
      return <FoundDefault {...props} field={field} profile={profile} onChange={onChange} />
  }
}

interface TextDefaultProps extends InputProps {
  value: string | undefined
  multiline?: boolean
  onChange: (value: Default) => void
}

function TextDefault({ value = '', multiline = false, onChange, ...props }: TextDefaultProps) {
  const inputProps = {
    ...props,
    value,
    placeholder: texts.none,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value || undefined),
  }
  return multiline ? <Textarea {...inputProps} autosize minRows={1} maxRows={6} /> : <TextInput {...inputProps} />
}

interface TagsDefaultProps extends InputProps {
  value: string[] | undefined
  onChange: (value: Default) => void
}

const TagsDefault = ({ value = [], onChange, ...props }: TagsDefaultProps) => (
  <TagsInput
    {...props}
    value={value}
    placeholder={value.length === 0 ? texts.none : ''}
    isDuplicate={(tag, tags) => tags.includes(tag)}
    onChange={(tags) => onChange(tags.length > 0 ? tags : undefined)}
  />
)

interface ListDefaultProps extends InputProps {
  field: 'typeId' | 'categoryId' | 'priority'
  value: string | undefined
  onChange: (value: Default) => void
}

function ListDefault({ field, value, onChange, ...props }: ListDefaultProps) {
  const { content } = useDraftEditing()
  const Choice = field === 'priority' ? Select : SearchSelect
  return (
    <Choice
      {...props}
      {...clearing(field)}
      value={value ?? null}
      data={choicesOf(content, field)}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}

function choicesOf({ types, categories }: Configuration, field: ListDefaultProps['field']) {
  if (field === 'priority') return priorityOptions
  if (field === 'typeId') return entryOptions(types, configurationDraftTexts.types.unnamed)
  return types.map(({ id, name }) => ({
    group: name || configurationDraftTexts.types.unnamed,
    items: entryOptions(
      categories.filter(({ typeId }) => typeId === id),
      configurationDraftTexts.categories.unnamed,
    ),
  }))
}

interface FoundDefaultProps extends InputProps {
  field: 'locationId' | 'pointId' | 'assigneeId'
  profile: ConfiguredProfile
  onChange: (value: Default) => void
}

/**
 * Input that searches on the server for a default location, point or assignee. Points are searched only in the default
 * location.
 */
function FoundDefault({ field, profile, onChange, ...props }: FoundDefaultProps) {
  const { names } = useDraftEditing()
  const value = profile.fields[field]?.default ?? null
  const locationId = profile.fields.locationId?.default
  const isWaiting = field === 'pointId' && !locationId && value === null
  const finds: Record<typeof field, Find> = {
    locationId: findLocations,
    pointId: findPoints(locationId ?? ''),
    assigneeId: findStaff,
  }
  return (
    <RemoteSelect
      {...props}
      {...clearing(field)}
      find={finds[field]}
      value={value}
      names={names}
      notYet={isWaiting ? texts.chooseLocationFirst : undefined}
      onChoose={(id) => onChange(id ?? undefined)}
    />
  )
}

const clearing = (field: Field) => ({
  clearable: true,
  placeholder: texts.none,
  clearButtonProps: clearButtonProps(texts.clear(configurationPageTexts.fields[field])),
})
