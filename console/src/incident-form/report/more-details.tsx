import { Button, SimpleGrid, Stack } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { incidentFormTexts as texts } from '../../texts/incident-form.ts'
import { CoordinateFields } from '../coordinate-fields.tsx'
import type { FieldContext } from '../field-context.ts'
import { OccurredAtField, TagsField, TextField } from '../plain-fields.tsx'
import classes from './report-fields.module.css'

const details = ['occurredAt', 'tags', 'externalId', 'latitude'] as const
type Detail = (typeof details)[number]

/** Detail fields that the form requires. They are shown among the other fields instead of being folded away. */
export function RequiredDetails({ context }: { context: FieldContext }) {
  return <DetailFields context={context} fields={details.filter((field) => isRequired(context, field))} />
}

/**
 * Fields that few reports need, folded away. They unfold if one of them gets a value or an error, and then stay
 * unfolded until the user folds them.
 */
export function MoreDetails({ context }: { context: FieldContext }) {
  const fields = details.filter((field) => !isRequired(context, field) && !context.isHidden(field))
  const isFilled = fields.some((field) => isFilledIn(context, field))
  const isInvalid = fields.some((field) => hasError(context, field))
  const [isOpen, setOpen] = useState(isFilled)
  const [wasFilled, setWasFilled] = useState(isFilled)
  if (isFilled !== wasFilled) {
    setWasFilled(isFilled)
    if (isFilled) setOpen(true)
  }
  if (isInvalid && !isOpen) setOpen(true)
  const id = useId()
  if (fields.length === 0) return null
  return (
    <Stack gap="sm" align="stretch">
      <Button
        variant="subtle"
        className={classes.more!}
        rightSection={
          <IconChevronDown size={16} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
        }
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.moreDetails}
      </Button>
      <div id={id} hidden={!isOpen}>
        <SimpleGrid type="container" cols={{ base: 1, '34rem': 2 }} spacing="xl" verticalSpacing="md">
          <DetailFields context={context} fields={fields} />
        </SimpleGrid>
      </div>
    </Stack>
  )
}

function DetailFields({ context, fields }: { context: FieldContext; fields: readonly Detail[] }) {
  return fields.map((field) => {
    if (field === 'occurredAt') return <OccurredAtField key={field} context={context} />
    if (field === 'tags') return <TagsField key={field} context={context} />
    if (field === 'externalId') return <TextField key={field} context={context} field="externalId" />
    return <CoordinateFields key={field} context={context} />
  })
}

const isRequired = (context: FieldContext, field: Detail): boolean => context.settingOf(field).rule === 'required'

const isFilledIn = ({ shown }: FieldContext, field: Detail): boolean =>
  shown[field].length > 0 || (field === 'latitude' && shown.longitude.length > 0)

const hasError = ({ errors }: FieldContext, field: Detail): boolean =>
  errors[field] !== undefined || (field === 'latitude' && errors.longitude !== undefined)
