import { Alert, Anchor, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { BusinessField } from '@tocsin/contract/rules/incident-values.ts'
import { fieldTexts, requiredTexts } from '../texts/incident-form.ts'
import type { FieldErrors } from './check-entries.ts'
import { focusFirst } from './field-context.ts'

const fieldsInOrder = Object.keys(fieldTexts) as BusinessField[]

interface ErrorSummaryProps {
  errors: FieldErrors
  /** Fields in the order of the form; the order of the edit form by default. */
  order?: readonly BusinessField[]
  /**
   * Returns the title of the alert.
   * @param count number of violations.
   * @param isUnanswered true if every listed field lacks a required value.
   */
  title: (count: number, isUnanswered: boolean) => string
}

/**
 * Alert that lists all violations in the order of the form, with links to the fields. Includes violations of fields
 * that the form does not show.
 */
export function ErrorSummary({ errors, order = fieldsInOrder, title }: ErrorSummaryProps) {
  const found = order.filter((field) => errors[field] !== undefined)
  if (found.length === 0) return null
  const isUnanswered = (field: BusinessField) => errors[field] === requiredTexts[field]
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={title(found.length, found.every(isUnanswered))}
    >
      <List size="sm">
        {found.map((field) => (
          <List.Item key={field}>
            <Anchor component="button" type="button" size="sm" onClick={() => focusFirst({ [field]: errors[field] })}>
              {fieldTexts[field]}
            </Anchor>
            {`: ${errors[field]}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
