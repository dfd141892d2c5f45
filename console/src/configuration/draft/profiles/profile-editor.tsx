import { Accordion, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { nameMaxLength } from '@tocsin/contract/limits.ts'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import { configurationPageTexts } from '../../../texts/configuration-pages.ts'
import type { ConfiguredProfile } from '../../fields.ts'
import { describeUse } from '../../profile-list.tsx'
import { removeProfile, renameProfile, setDefaultProfile } from '../model/change-draft.ts'
import { useDraftEditing } from '../draft-context.ts'
import { EntryHeader } from '../entry-header.tsx'
import { controlIdOf } from '../control-ids.ts'
import { RulesEditor } from './rules-editor.tsx'

const texts = configurationDraftTexts.profiles

interface ProfileEditorProps {
  profile: ConfiguredProfile
  onDuplicate: (profile: ConfiguredProfile) => void
  onRemoved: () => void
}

/** Editor of one profile: its name and field rules, and buttons to duplicate and remove it. */
export function ProfileEditor({ profile, onDuplicate, onRemoved }: ProfileEditorProps) {
  const { content, edit, errorAt, countProblems } = useDraftEditing()
  const isDefault = content.defaultProfileId === profile.id
  const name = controlIdOf('profiles', profile.id, 'name')
  return (
    <Accordion.Item value={profile.id}>
      <EntryHeader
        name={profile.name || texts.unnamed}
        badge={isDefault ? configurationPageTexts.profiles.default : undefined}
        summary={describeUse(content, profile)}
        problems={countProblems([profile.id])}
      />
      <Accordion.Panel>
        <Stack gap="sm">
          <TextInput
            id={name}
            label={texts.name}
            value={profile.name}
            maxLength={nameMaxLength}
            error={errorAt(name)}
            onChange={({ currentTarget }) => edit((draft) => renameProfile(draft, profile.id, currentTarget.value))}
          />
          <TypesOf profile={profile} />
          <RulesEditor profile={profile} />
          <ProfileActions profile={profile} onDuplicate={onDuplicate} onRemoved={onRemoved} />
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

function TypesOf({ profile }: { profile: ConfiguredProfile }) {
  const { content } = useDraftEditing()
  const types = content.types.filter(({ profileId }) => profileId === profile.id)
  return (
    <Text size="sm" c="dimmed">
      {types.length === 0 ? texts.noTypes : `${texts.forTypes}: ${types.map((type) => type.name).join(', ')}`}
    </Text>
  )
}

function ProfileActions({ profile, onDuplicate, onRemoved }: ProfileEditorProps) {
  const { content, edit } = useDraftEditing()
  const isDefault = content.defaultProfileId === profile.id
  const remove = () => {
    edit((draft) => removeProfile(draft, profile.id))
    onRemoved()
  }
  return (
    <>
      <Group gap="xs">
        {!isDefault && (
          <Button variant="default" size="xs" onClick={() => edit((draft) => setDefaultProfile(draft, profile.id))}>
            {texts.makeDefault}
          </Button>
        )}
        <Button variant="default" size="xs" onClick={() => onDuplicate(profile)}>
          {texts.duplicate}
        </Button>
        {!isDefault && (
          <Button variant="default" size="xs" onClick={remove}>
            {texts.remove}
          </Button>
        )}
      </Group>
      {isDefault && (
        <Text size="xs" c="dimmed">
          {texts.removeHint}
        </Text>
      )}
    </>
  )
}
