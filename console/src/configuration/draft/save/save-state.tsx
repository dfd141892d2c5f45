import { Anchor, Group, Text } from '@mantine/core'
import { useEveryMinute } from '../../../kit/time/use-every-minute.ts'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import { formatAge } from '../../../texts/format.ts'
import { isUnsaved, type EditedState } from '../model/edited-draft.ts'

const texts = configurationDraftTexts

interface SaveStateProps {
  state: EditedState
  problems: number
  onRetry: () => void
  onShowProblems: () => void
}

/** Status line of the draft. It shows whether the draft is saved and whether violations prevent publishing. */
export function SaveState({ state, problems, onRetry, onShowProblems }: SaveStateProps) {
  useEveryMinute()
  return (
    <Group gap="md" mih={28} mb="sm">
      <Text size="sm" c="dimmed">
        {texts.basedOn(state.basedOnRevision)}
      </Text>
      <Text size="sm" component="output" c={state.error ? 'var(--mantine-color-error)' : undefined}>
        {describe(state)}
      </Text>
      {state.error && !state.theirs && (
        <Anchor component="button" size="sm" onClick={onRetry}>
          {texts.saving.retry}
        </Anchor>
      )}
      <output>
        {problems > 0 ? (
          <Anchor component="button" size="sm" onClick={onShowProblems}>
            {texts.problems.count(problems)}
          </Anchor>
        ) : (
          state.saved.updatedAt && (
            <Text span size="sm">
              {texts.problems.none}
            </Text>
          )
        )}
      </output>
    </Group>
  )
}

function describe(state: EditedState): string {
  const { saved, theirs, error, isSaving } = state
  if (theirs) return texts.saving.conflict
  if (isSaving) return texts.saving.saving
  if (error) return texts.saving.failed
  if (isUnsaved(state)) return texts.saving.unsaved
  if (!saved.updatedAt || !saved.updatedBy) return texts.saving.nothing
  return texts.saving.savedAt(formatAge(saved.updatedAt), saved.updatedBy.name)
}
