import { TextInput } from '@mantine/core'
import type { BusinessField } from '@tocsin/contract/rules/incident-values.ts'
import { incidentFormTexts as texts } from '../texts/incident-form.ts'
import { valueInWords } from './value-in-words.ts'
import type { FieldContext } from './field-context.ts'

/** Field with a value that the profile sets. The user can read and copy the value, but not change it. */
export function ReadOnlyField({ context, field }: { context: FieldContext; field: BusinessField }) {
  const { required: _, ...props } = context.propsOf(field)
  const value = context.shown[field] || undefined
  const words = field === 'occurredAt' ? (value ?? texts.moment) : valueInWords(field, value, context.names)
  return <TextInput {...props} readOnly variant="filled" value={String(words ?? texts.nothingSet)} />
}
