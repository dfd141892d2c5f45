import { Accordion, Button, Stack, Switch, Text, TextInput } from '@mantine/core'
import { nameMaxLength } from '@tocsin/contract/limits.ts'
import { memo } from 'react'
import { OrderButtons } from '../../../kit/forms/order-buttons.tsx'
import { Select } from '../../../kit/forms/select.tsx'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import type { Configuration, ConfiguredType } from '../../fields.ts'
import { CategoriesEditor } from './categories-editor.tsx'
import { changeType, moveType, removeType } from '../model/change-draft.ts'
import { useDraftEditing, type DraftContext } from '../draft-context.ts'
import { EntryHeader } from '../entry-header.tsx'
import { controlIdOf } from '../control-ids.ts'

const texts = configurationDraftTexts.types

interface TypeEditorProps extends Pick<DraftContext, 'edit' | 'announce'> {
  type: ConfiguredType
  /** Position of the type in the list of types, from 0. */
  index: number
  /** Number of types in the draft. */
  count: number
  /** Summary shown while the type is collapsed. */
  summary: string
  /** Number of violations in the type and its categories. */
  problems: number
  onRemoved: () => void
}

/** Editor of one type in the draft: its name, profile and categories. Only the expanded editor reads the draft. */
export const TypeEditor = memo(
  ({ type, index, count, summary, problems, edit, announce, onRemoved }: TypeEditorProps) => {
    const name = type.name || texts.unnamed
    return (
      <Accordion.Item value={type.id}>
        <EntryHeader
          name={name}
          badge={type.active ? undefined : texts.inactive}
          summary={summary}
          problems={problems}
          actions={
            <OrderButtons
              name={name}
              index={index}
              count={count}
              onMove={(step) => edit((draft) => moveType(draft, type.id, step))}
              announce={announce}
            />
          }
        />
        <Accordion.Panel>
          <Stack gap="sm">
            <TypeSettings type={type} />
            <CategoriesEditor type={type} name={name} />
            <RemoveType type={type} onRemoved={onRemoved} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    )
  },
)

function TypeSettings({ type }: { type: ConfiguredType }) {
  const { content, edit, errorAt } = useDraftEditing()
  const change = (changed: Partial<ConfiguredType>) => edit((draft) => changeType(draft, type.id, changed))
  const [name, profile] = [controlIdOf('types', type.id, 'name'), controlIdOf('types', type.id, 'profileId')]
  return (
    <>
      <TextInput
        id={name}
        label={texts.name}
        value={type.name}
        maxLength={nameMaxLength}
        error={errorAt(name)}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Select
        id={profile}
        label={texts.profile}
        value={type.profileId ?? ''}
        data={[
          { value: '', label: texts.defaultProfile(nameOf(content, content.defaultProfileId)) },
          ...content.profiles.map(({ id }) => ({ value: id, label: nameOf(content, id) })),
        ]}
        allowDeselect={false}
        error={errorAt(profile)}
        onChange={(id) => change({ profileId: id || null })}
      />
      <Switch
        label={texts.active}
        checked={type.active}
        onChange={({ currentTarget }) => change({ active: currentTarget.checked })}
      />
    </>
  )
}

function RemoveType({ type, onRemoved }: { type: ConfiguredType; onRemoved: () => void }) {
  const { current, edit } = useDraftEditing()
  if (current.types.some(({ id }) => id === type.id)) {
    return (
      <Text size="xs" c="dimmed">
        {texts.staysHint}
      </Text>
    )
  }
  const remove = () => {
    edit((draft) => removeType(draft, type.id))
    onRemoved()
  }
  return (
    <Button variant="default" size="xs" onClick={remove} w="fit-content">
      {texts.remove}
    </Button>
  )
}

const nameOf = ({ profiles }: Configuration, profileId: string): string =>
  profiles.find(({ id }) => id === profileId)?.name || configurationDraftTexts.profiles.unnamed

export const profileLabel = (content: Configuration, { profileId }: ConfiguredType): string =>
  profileId === null ? texts.defaultProfile(nameOf(content, content.defaultProfileId)) : nameOf(content, profileId)
