import { Alert, Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { effectiveProfile } from '@tocsin/contract/creation/effective-profile.ts'
import { useState } from 'react'
import { randomUuid } from '../../api/random-uuid.ts'
import type { Entries } from '../../incidents/form/entries.ts'
import { enter } from '../../incidents/form/entries.ts'
import { creationSettings } from '../../incidents/form/field-setting.ts'
import { IncidentFields } from '../../incidents/form/incident-fields.tsx'
import { judgeReport } from '../../incidents/form/judge-report.ts'
import { configurationDraftTexts } from '../../texts/configuration-draft.ts'
import type { Configuration } from '../fields.ts'
import { useConfigurationNames } from '../use-configuration-names.ts'
import { drawable, type Drawable } from './drawable.ts'

const texts = configurationDraftTexts.preview
const noType = ''
const clientRequestId = randomUuid()

/** The form that comes of the draft as it stands on the screen, drawn and checked as the real one is. */
export function FormPreview({ content }: { content: Configuration }) {
  const [entries, setEntries] = useState<Entries>({})
  const configuration = drawable(content)
  return (
    <Stack component="section" gap="sm" aria-labelledby="preview-title">
      <Title order={2} id="preview-title">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.explanation}
      </Text>
      <Select
        label={texts.type}
        value={entries.typeId ?? noType}
        data={[
          { value: noType, label: texts.noType },
          ...content.types
            .filter(({ active }) => active)
            .map(({ id, name }) => ({ value: id, label: name || configurationDraftTexts.types.unnamed })),
        ]}
        allowDeselect={false}
        onChange={(typeId) => setEntries(enter(entries, { typeId: typeId || null }))}
      />
      {configuration ? (
        <DrawnForm configuration={configuration} entries={entries} setEntries={setEntries} />
      ) : (
        <Alert color="yellow">{texts.broken}</Alert>
      )}
    </Stack>
  )
}

interface DrawnFormProps {
  configuration: Drawable
  entries: Entries
  setEntries: (entries: Entries) => void
}

function DrawnForm({ configuration, entries: all, setEntries }: DrawnFormProps) {
  const [isChecked, setChecked] = useState(false)
  const names = useConfigurationNames([configuration])
  // A Type that was removed meanwhile cannot be chosen any more.
  const isTypeThere = configuration.types.some(({ id, active }) => id === all.typeId && active)
  const entries = isTypeThere ? all : { ...all, typeId: null }
  const { shown, errors } = judgeReport(configuration, clientRequestId, entries)
  const reset = () => {
    setChecked(false)
    setEntries({ typeId: entries.typeId ?? null })
  }
  const refused = Object.keys(errors).length
  return (
    <>
      <Text size="sm" fw={600}>
        {texts.profile(effectiveProfile(configuration, entries.typeId ?? undefined).name)}
      </Text>
      <IncidentFields
        shown={shown}
        // As in the real form, nothing is red before somebody tries to send it.
        errors={isChecked ? errors : {}}
        configuration={configuration}
        settingOf={creationSettings(configuration, entries)}
        names={names}
        onEnter={(entered) => setEntries(enter(entries, entered))}
      />
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => setChecked(true)}>
          {texts.check}
        </Button>
        <Button size="xs" variant="default" onClick={reset}>
          {texts.reset}
        </Button>
      </Group>
      <Text size="sm" component="output" mih="1.5em">
        {isChecked && (refused === 0 ? texts.accepted : texts.refused(refused))}
      </Text>
    </>
  )
}
