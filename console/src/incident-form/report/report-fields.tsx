import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { incidentFormTexts as texts } from '../../texts/incident-form.ts'
import { categoryOptions, ChoiceField } from '../choice-field.tsx'
import { fieldContext, type FieldContext, type FieldSource } from '../field-context.ts'
import { DescriptionField, TextField } from '../plain-fields.tsx'
import { useIsPhone } from './field-order.ts'
import { MoreDetails, RequiredDetails } from './more-details.tsx'
import classes from './report-fields.module.css'
import { TypeField } from './type-tiles.tsx'

interface ReportFieldsProps extends FieldSource {
  /** Field for photos and files; absent in the preview of the form. */
  files?: ReactNode
}

/**
 * Fields of a report. A phone shows them in the order in which a report is made on the spot: photo, type, place, text.
 * Fields that few reports need are folded away at the end.
 */
export function ReportFields({ files, ...source }: ReportFieldsProps) {
  const isPhone = useIsPhone()
  const context = fieldContext(source)
  const text = (
    <>
      <TextField context={context} field="name" hint={texts.nameHint} />
      <DescriptionField context={context} />
    </>
  )
  if (isPhone) {
    return (
      <Stack gap="md">
        {files}
        <TypeField context={context} />
        <PlaceFields context={context} />
        {text}
        <UrgencyFields context={context} />
        <RequiredDetails context={context} />
        <MoreDetails context={context} />
      </Stack>
    )
  }
  return (
    <div className={classes.fields}>
      <Stack gap="md">
        <TypeField context={context} />
        <div className={classes.columns}>
          <Stack gap="md">
            {text}
            {files}
          </Stack>
          <Stack gap="md">
            <Pair>
              <PlaceFields context={context} />
            </Pair>
            <Pair>
              <UrgencyFields context={context} />
            </Pair>
            <RequiredDetails context={context} />
          </Stack>
        </div>
        <MoreDetails context={context} />
      </Stack>
    </div>
  )
}

const Pair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>

/**
 * Fields for the location and the point. The point field appears once a location is chosen, because each point belongs
 * to a location.
 */
function PlaceFields({ context }: { context: FieldContext }) {
  const { shown, errors } = context
  const hasPoint = shown.locationId !== null || shown.pointId !== null || errors.pointId !== undefined
  return (
    <>
      <ChoiceField context={context} field="locationId" />
      {hasPoint && <ChoiceField context={context} field="pointId" />}
    </>
  )
}

/**
 * Fields for the category, the priority and the assignee. The category field appears if there are categories to choose
 * from.
 */
function UrgencyFields({ context }: { context: FieldContext }) {
  const { rule } = context.settingOf('categoryId')
  const hasCategories = categoryOptions(context).length > 0 || rule === 'required'
  return (
    <>
      {hasCategories && <ChoiceField context={context} field="categoryId" />}
      <ChoiceField context={context} field="priority" />
      <ChoiceField context={context} field="assigneeId" />
    </>
  )
}
