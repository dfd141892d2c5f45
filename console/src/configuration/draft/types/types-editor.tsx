import { Button, Stack } from '@mantine/core'
import { IconCategory, IconPlus } from '@tabler/icons-react'
import { randomUuid } from '../../../browser/random-uuid.ts'
import { EmptyState } from '../../../kit/pages/empty-state.tsx'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import { addType } from '../model/change-draft.ts'
import { useDraftEditing } from '../draft-context.ts'
import { EntryAccordion } from '../entry-accordion.tsx'
import { focusControl, controlIdOf } from '../control-ids.ts'
import { profileLabel, TypeEditor } from './type-editor.tsx'

const texts = configurationDraftTexts.types
const addButtonId = 'add-type'

/** Editor of all types in the draft. */
export function TypesEditor() {
  const { content, edit, opened, setOpened } = useDraftEditing()
  const add = () => {
    const id = randomUuid()
    edit((draft) => addType(draft, id))
    setOpened([...opened, id])
    focusControl(controlIdOf('types', id, 'name'))
  }
  return (
    <Stack align="flex-start">
      {content.types.length === 0 ? (
        <EmptyState icon={IconCategory} title={texts.empty} explanation={texts.emptyHint} />
      ) : (
        <EntryAccordion>{typeItems}</EntryAccordion>
      )}
      <Button id={addButtonId} variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        {texts.add}
      </Button>
    </Stack>
  )
}

/** Items of all types. An edit renders only the types that it changes, because a draft may have 1,000 types. */
function TypeItems() {
  const { content, edit, countProblems, announce } = useDraftEditing()
  const categoriesOf = Map.groupBy(content.categories, ({ typeId }) => typeId)
  return content.types.map((type, index) => {
    const categoryIds = (categoriesOf.get(type.id) ?? []).map(({ id }) => id)
    return (
      <TypeEditor
        key={type.id}
        type={type}
        index={index}
        count={content.types.length}
        summary={`${texts.categoryCount(categoryIds.length)} · ${profileLabel(content, type)}`}
        problems={countProblems([type.id, ...categoryIds])}
        edit={edit}
        announce={announce}
        onRemoved={focusAddButton}
      />
    )
  })
}

// One element for all renders, so that `EntryAccordion` does not render its items again after each edit.
const typeItems = <TypeItems />

const focusAddButton = () => focusControl(addButtonId)
