import { ActionIcon, Button, Fieldset, Group, Stack, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { nameMaxLength } from '@tocsin/contract/limits.ts'
import { randomUuid } from '../../../browser/random-uuid.ts'
import { OrderButtons } from '../../../kit/forms/order-buttons.tsx'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import type { ConfiguredCategory, ConfiguredType } from '../../fields.ts'
import { addCategory, changeCategory, moveCategory, removeCategory } from '../model/change-draft.ts'
import { useDraftEditing } from '../draft-context.ts'
import classes from '../draft.module.css'
import { focusControl, controlIdOf } from '../control-ids.ts'

const texts = configurationDraftTexts.categories

/** Editor of the categories of one type in the draft. */
export function CategoriesEditor({ type, name }: { type: ConfiguredType; name: string }) {
  const { content, edit } = useDraftEditing()
  const categories = content.categories.filter(({ typeId }) => typeId === type.id)
  const addButton = controlIdOf('types', type.id, 'add-category')
  const add = () => {
    const id = randomUuid()
    edit((draft) => addCategory(draft, type.id, id))
    focusControl(controlIdOf('categories', id, 'name'))
  }
  return (
    <Fieldset legend={texts.title(name)}>
      <Stack gap="xs" align="flex-start">
        {categories.map((category, index) => (
          <CategoryEditor
            key={category.id}
            category={category}
            index={index}
            count={categories.length}
            onRemoved={() => focusControl(addButton)}
          />
        ))}
        <Button
          id={addButton}
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          {texts.add}
        </Button>
      </Stack>
    </Fieldset>
  )
}

interface CategoryEditorProps {
  category: ConfiguredCategory
  index: number
  count: number
  onRemoved: () => void
}

function CategoryEditor({ category, index, count, onRemoved }: CategoryEditorProps) {
  const { current, edit, errorAt, announce } = useDraftEditing()
  const isPublished = current.categories.some(({ id }) => id === category.id)
  const name = category.name || texts.unnamed
  const nameInput = controlIdOf('categories', category.id, 'name')
  const change = (changed: Partial<ConfiguredCategory>) => edit((draft) => changeCategory(draft, category.id, changed))
  const remove = () => {
    edit((draft) => removeCategory(draft, category.id))
    onRemoved()
  }
  return (
    <div className={classes.category}>
      <TextInput
        id={nameInput}
        aria-label={texts.name}
        value={category.name}
        maxLength={nameMaxLength}
        error={errorAt(nameInput)}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Group gap={4} wrap="nowrap">
        <Switch
          label={texts.active}
          aria-label={texts.activeOf(name)}
          checked={category.active}
          onChange={({ currentTarget }) => change({ active: currentTarget.checked })}
        />
        <OrderButtons
          name={name}
          index={index}
          count={count}
          onMove={(step) => edit((draft) => moveCategory(draft, category.id, step))}
          announce={announce}
        />
        {!isPublished && (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.remove(name)} onClick={remove}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </div>
  )
}
