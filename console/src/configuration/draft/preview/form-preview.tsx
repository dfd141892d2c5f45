import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { effectiveProfile } from '@tocsin/contract/rules/effective-profile.ts'
import { useState } from 'react'
import { randomUuid } from '../../../browser/random-uuid.ts'
import { enter, type Entered, type Entries } from '../../../incident-form/entries.ts'
import { creationSettings } from '../../../incident-form/field-setting.ts'
import { ReportFields } from '../../../incident-form/report/report-fields.tsx'
import { checkReport } from '../../../incident-form/check-report.ts'
import { Select } from '../../../kit/forms/select.tsx'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import type { Configuration } from '../../fields.ts'
import { useReferencedNames } from '../../use-referenced-names.ts'
import { drawable } from './drawable.ts'
import { entryOptions } from '../entry-options.ts'
import { unusedProfiles, withoutType, type PreviewSubject } from './preview-subject.ts'

const texts = configurationDraftTexts.preview
const clientRequestId = randomUuid()

interface FormPreviewProps {
  content: Configuration
  subject: PreviewSubject
  onChoose: (subject: PreviewSubject) => void
}

/** Preview of the incident form that the draft defines. It is rendered and validated like the real form. */
export function FormPreview({ content, subject: wanted, onChoose }: FormPreviewProps) {
  const types = content.types.filter(({ active }) => active)
  const profiles = unusedProfiles(content)
  // Show the form without a type if the chosen type or profile has been removed or deactivated.
  const subject = [...types, ...profiles].some(({ id }) => id === wanted) ? wanted : withoutType
  const isProfile = profiles.some(({ id }) => id === subject)
  const configuration = drawable(isProfile ? { ...content, defaultProfileId: subject } : content)
  return (
    <Stack component="section" gap="sm" aria-labelledby="preview-title">
      <Title order={2} id="preview-title">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.explanation}
      </Text>
      <Select
        label={texts.subject}
        value={subject}
        data={[
          {
            group: texts.types,
            items: [
              { value: withoutType, label: texts.noType },
              ...entryOptions(types, configurationDraftTexts.types.unnamed),
            ],
          },
          ...(profiles.length > 0
            ? [{ group: texts.profiles, items: entryOptions(profiles, configurationDraftTexts.profiles.unnamed) }]
            : []),
        ]}
        allowDeselect={false}
        onChange={(chosen) => onChoose(chosen ?? withoutType)}
      />
      {configuration ? (
        <DrawnForm
          configuration={configuration}
          typeId={isProfile || subject === withoutType ? null : subject}
          onChooseType={(typeId) => onChoose(typeId ?? withoutType)}
        />
      ) : (
        <Alert color="red">{texts.broken}</Alert>
      )}
    </Stack>
  )
}

interface DrawnFormProps {
  configuration: CreationConfiguration
  typeId: string | null
  onChooseType: (typeId: string | null) => void
}

function DrawnForm({ configuration, typeId, onChooseType }: DrawnFormProps) {
  const [entered, setEntered] = useState<Entries>({})
  const [isChecked, setChecked] = useState(false)
  const names = useReferencedNames([configuration])
  const isFitting = configuration.categories.some(
    (category) => category.id === entered.categoryId && category.typeId === typeId,
  )
  const entries: Entries = { ...entered, typeId, ...(!isFitting && { categoryId: null }) }
  const { shown, errors } = checkReport(configuration, clientRequestId, entries)
  const violationCount = Object.keys(errors).length
  const onEnter = (field: Entered) => {
    setEntered((before) => enter(before, field))
    if ('typeId' in field) onChooseType(field.typeId ?? null)
  }
  const empty = () => {
    setChecked(false)
    setEntered({})
  }
  return (
    <>
      <Text size="sm" fw={600}>
        {texts.profile(effectiveProfile(configuration, typeId ?? undefined).name)}
      </Text>
      <ReportFields
        shown={shown}
        // Show errors only after the user presses the button that checks the form. The real form shows them only after
        // an attempt to send.
        errors={isChecked ? errors : {}}
        configuration={configuration}
        settingOf={creationSettings(configuration, entries)}
        names={names}
        onEnter={onEnter}
      />
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => setChecked(true)}>
          {texts.check}
        </Button>
        <Button size="xs" variant="default" onClick={empty}>
          {texts.reset}
        </Button>
      </Group>
      <Text size="sm" component="output" mih="1.5em">
        {isChecked && (violationCount === 0 ? texts.accepted : texts.rejected(violationCount))}
      </Text>
    </>
  )
}
