import { Fieldset, SimpleGrid, Stack } from '@mantine/core'
import { incidentFormTexts as texts } from '../texts/incident-form.ts'
import { ChoiceField } from './choice-field.tsx'
import { CoordinateFields } from './coordinate-fields.tsx'
import { fieldContext, type FieldSource } from './field-context.ts'
import { DescriptionField, OccurredAtField, TagsField, TextField } from './plain-fields.tsx'

/**
 * Fields of an incident, for the edit form. The assignee is left out, because the incident page has a separate control
 * for it.
 */
export function IncidentFields(source: FieldSource) {
  const context = fieldContext(source)
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
      <Fieldset legend={texts.sections.where}>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <ChoiceField context={context} field="locationId" />
            <ChoiceField context={context} field="pointId" />
          </SimpleGrid>
          <CoordinateFields context={context} />
        </Stack>
      </Fieldset>
      <Fieldset legend={texts.sections.more}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <OccurredAtField context={context} />
          <TagsField context={context} />
          <TextField context={context} field="externalId" />
        </SimpleGrid>
      </Fieldset>
    </Stack>
  )
}
