import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import classes from '../draft.module.css'
import type { EditedDraft, EditedState } from '../model/edited-draft.ts'
import { mergeDrafts } from '../model/merge-drafts.ts'

const texts = configurationDraftTexts.conflict

/**
 * Reports that two administrators have changed the draft at the same time. Lists the conflicting entries and lets the
 * user choose which changes to keep.
 */
export function ConflictAlert({ draft, state }: { draft: EditedDraft; state: EditedState }) {
  const { theirs, saved, content } = state
  if (!theirs) return null
  const { collisions } = mergeDrafts(saved.content, content, theirs.content)
  return (
    <Alert
      color="orange"
      role="alert"
      classNames={{ label: classes.warningTitle! }}
      icon={<IconUsers aria-hidden />}
      title={titleOf(theirs, saved)}
      mb="md"
    >
      <Stack gap="xs">
        <Text size="sm">{texts.unsaved}</Text>
        <Text size="sm">{collisions.length > 0 ? texts.collisions : texts.noCollisions}</Text>
        {collisions.length > 0 && (
          <List size="sm">
            {collisions.map(({ list, name }, index) => (
              <List.Item key={index}>
                {texts.entry(texts.lists[list], name || configurationDraftTexts.problems.unnamed)}
              </List.Item>
            ))}
          </List>
        )}
        <Group gap="xs">
          <Button size="xs" onClick={() => draft.resolve('both')}>
            {texts.both}
          </Button>
          <Button size="xs" variant="default" onClick={() => draft.resolve('mine')}>
            {texts.mine}
          </Button>
          <Button size="xs" variant="default" onClick={() => draft.resolve('theirs')}>
            {texts.theirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function titleOf(theirs: SavedDraft, known: SavedDraft): string {
  if (theirs.updatedBy) return texts.saved(theirs.updatedBy.name)
  return theirs.currentRevision > known.currentRevision ? texts.published(theirs.currentRevision) : texts.discarded
}
