import type { Priority } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { ReactNode } from 'react'
import { findLocations, findPoints, findStaff } from '../directory/pickers/queries.ts'
import { RemoteSelect, type RemoteSelectProps } from '../directory/pickers/remote-select.tsx'
import { clearButtonProps } from '../kit/forms/clear-button.ts'
import { SearchSelect } from '../kit/forms/search-select.tsx'
import { Select } from '../kit/forms/select.tsx'
import { fieldTexts, incidentFormTexts as texts } from '../texts/incident-form.ts'
import { priorityOptions } from './priority-options.ts'
import type { FieldContext } from './field-context.ts'
import { ReadOnlyField } from './read-only-field.tsx'

type ChosenField = 'typeId' | 'categoryId' | 'priority' | 'locationId' | 'pointId' | 'assigneeId'

/** Select field of the incident form. Renders nothing if the profile hides the field. */
export function ChoiceField({ context, field }: { context: FieldContext; field: ChosenField }) {
  if (context.isHidden(field)) return null
  if (context.isReadOnly(field)) return <ReadOnlyField context={context} field={field} />
  const Field = fields[field]
  return <Field context={context} />
}

const fields: Record<ChosenField, (props: { context: FieldContext }) => ReactNode> = {
  typeId: TypeField,
  categoryId: CategoryField,
  priority: PriorityField,
  locationId: LocationField,
  pointId: PointField,
  assigneeId: AssigneeField,
}

/** Returns the properties that let the user clear a select field. A field with a default cannot be cleared. */
const clearing = (context: FieldContext, field: ChosenField) => ({
  clearable: !context.settingOf(field).hasDefault,
  allowDeselect: false,
  clearButtonProps: clearButtonProps(texts.clear(fieldTexts[field])),
})

function TypeField({ context }: { context: FieldContext }) {
  return (
    <SearchSelect
      {...context.propsOf('typeId')}
      {...clearing(context, 'typeId')}
      value={context.shown.typeId}
      data={typeOptions(context)}
      onChange={(typeId) => context.onEnter({ typeId })}
    />
  )
}

/** Returns the types to choose from: the active types, and the current type even if it is no longer active. */
export function typeOptions({ shown, configuration, names }: FieldContext) {
  const active = configuration.types.filter(({ active: isActive }) => isActive)
  return withShown(active, shown.typeId, names)
}

/**
 * Returns the categories to choose from: the active categories of the current type, and the current category even if it
 * is no longer active.
 */
export function categoryOptions({ shown, configuration, names }: FieldContext) {
  const fitting = configuration.categories.filter(({ active, typeId }) => active && typeId === shown.typeId)
  return withShown(fitting, shown.categoryId, names)
}

function CategoryField({ context }: { context: FieldContext }) {
  const { shown } = context
  const data = categoryOptions(context)
  const whyNone = data.length === 0 && (shown.typeId === null ? texts.chooseTypeFirst : texts.noCategories)
  return (
    <SearchSelect
      {...context.propsOf('categoryId')}
      {...clearing(context, 'categoryId')}
      {...(whyNone && { placeholder: whyNone, nothingFoundMessage: whyNone })}
      value={shown.categoryId}
      data={data}
      onChange={(categoryId) => context.onEnter({ categoryId })}
    />
  )
}

/** Returns the options of a select field: the given choices, and the current value even if it is not one of them. */
function withShown(choices: readonly { id: Uuid; name: string }[], shown: Uuid | null, names: FieldContext['names']) {
  const options = choices.map(({ id, name }) => ({ value: id, label: name }))
  if (shown === null || choices.some(({ id }) => id === shown)) return options
  return [...options, { value: shown, label: names.get(shown) ?? '…' }]
}

function PriorityField({ context }: { context: FieldContext }) {
  return (
    <Select
      {...context.propsOf('priority')}
      allowDeselect={false}
      value={context.shown.priority}
      data={priorityOptions}
      onChange={(priority) => context.onEnter({ priority: priority as Priority })}
    />
  )
}

function LocationField({ context }: { context: FieldContext }) {
  return <DirectoryField context={context} field="locationId" find={findLocations} />
}

function PointField({ context }: { context: FieldContext }) {
  const { locationId } = context.shown
  return (
    <DirectoryField
      context={context}
      field="pointId"
      find={findPoints(locationId ?? '')}
      notYet={locationId === null ? texts.chooseLocationFirst : undefined}
    />
  )
}

function AssigneeField({ context }: { context: FieldContext }) {
  return <DirectoryField context={context} field="assigneeId" find={findStaff} />
}

interface DirectoryFieldProps extends Pick<RemoteSelectProps, 'find' | 'notYet'> {
  context: FieldContext
  field: 'locationId' | 'pointId' | 'assigneeId'
}

/** Select field for a location, point or user. The server searches for the options. */
function DirectoryField({ context, field, ...props }: DirectoryFieldProps) {
  const { shown, names } = context
  return (
    <RemoteSelect
      {...context.propsOf(field)}
      {...clearing(context, field)}
      {...props}
      value={shown[field]}
      names={names}
      // Enter a point together with its location, even if the location is only a default: a point is valid in one
      // location only.
      onChoose={(id) => context.onEnter({ ...(field === 'pointId' && { locationId: shown.locationId }), [field]: id })}
    />
  )
}
