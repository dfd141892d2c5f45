import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { randomUuid } from '../../../browser/random-uuid.ts'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import type { ConfiguredProfile } from '../../fields.ts'
import { addProfile } from '../model/change-draft.ts'
import { useDraftEditing } from '../draft-context.ts'
import { EntryAccordion } from '../entry-accordion.tsx'
import { defaultProfileControlId, focusControl, controlIdOf } from '../control-ids.ts'
import { ProfileEditor } from './profile-editor.tsx'

const texts = configurationDraftTexts.profiles
const addButtonId = 'add-profile'

/** Editor of all profiles in the draft. */
export function ProfilesEditor() {
  const { content, edit, opened, setOpened } = useDraftEditing()
  const add = (profile: Omit<ConfiguredProfile, 'id'>) => {
    const id = randomUuid()
    edit((draft) => addProfile(draft, { ...structuredClone(profile), id }))
    setOpened([...opened, id])
    focusControl(controlIdOf('profiles', id, 'name'))
  }
  return (
    <Stack align="flex-start" id={defaultProfileControlId} tabIndex={-1}>
      <EntryAccordion>
        {content.profiles.map((profile) => (
          <ProfileEditor
            key={profile.id}
            profile={profile}
            onDuplicate={({ name, fields }) => add({ name: texts.copyOf(name || texts.unnamed), fields })}
            onRemoved={() => focusControl(addButtonId)}
          />
        ))}
      </EntryAccordion>
      <Button
        id={addButtonId}
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => add({ name: '', fields: {} })}
      >
        {texts.add}
      </Button>
    </Stack>
  )
}
