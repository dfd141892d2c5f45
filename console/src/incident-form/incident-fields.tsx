import { Fieldset, SimpleGrid, Stack } from '@mantine/core'
import { incidentFormTexts as texts } from '../texts/incident-form.ts'
import { ChoiceField } from './choice-field.tsx'
import { CoordinateFields } from './coordinate-fields.tsx'
import { fieldContext, type FieldContext, type FieldSource } from './field-context.ts'
import { DescriptionField, OccurredAtField, TagsField, TextField } from './plain-fields.tsx'

interface IncidentFieldsProps extends FieldSource {
  /** True to leave out the assignee field, because the incident page has a separate control for the assignee. */
  withoutAssignee?: boolean
}

/** Fields of an incident, for the edit form. Each field may be hidden or read-only. */
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
