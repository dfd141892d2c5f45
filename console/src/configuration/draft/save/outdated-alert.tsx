import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRegainFocusAfter } from '../../../kit/forms/use-regain-focus-after.ts'
import { showProblem } from '../../../kit/feedback/show-problem.tsx'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import { configurationRevisionQuery } from '../../queries.ts'
import classes from '../draft.module.css'
import type { EditedDraft, EditedState } from '../model/edited-draft.ts'

const texts = configurationDraftTexts.outdated

/** Reports a newer published revision, with a button that merges this revision into the draft. */
export function OutdatedAlert({ draft, state }: { draft: EditedDraft; state: EditedState }) {
  const queryClient = useQueryClient()
  const { basedOnRevision, theirs, saved } = state
  const { currentRevision } = saved
  const update = useMutation({
    async mutationFn() {
      const [base, current] = await Promise.all([
        queryClient.fetchQuery(configurationRevisionQuery(basedOnRevision)),
        queryClient.fetchQuery(configurationRevisionQuery(currentRevision)),
      ])
      draft.bringUpToDate(base, current)
    },
    onSuccess: () => notifications.show({ message: texts.updated }),
    onError: (error) => showProblem(texts.updateFailed, error),
  })
  useRegainFocusAfter(update.isPending)
  if (theirs || basedOnRevision >= currentRevision) return null
  return (
    <Alert
      color="orange"
      role="alert"
      classNames={{ label: classes.warningTitle! }}
      icon={<IconGitMerge aria-hidden />}
      title={texts.title(currentRevision, basedOnRevision)}
      mb="md"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{texts.explanation(currentRevision)}</Text>
        <Button size="xs" loading={update.isPending} onClick={() => update.mutate()}>
          {texts.update}
        </Button>
      </Stack>
    </Alert>
  )
}
