import { Text } from '@mantine/core'
import type { StaffComment } from '@tocsin/contract/events/timeline.ts'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.tsx'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { commentTexts } from '../texts/comments.ts'
import { useDeleteComment } from './mutations.ts'

const texts = commentTexts.delete

interface DeleteCommentDialogProps {
  comment: StaffComment
  /** Name of the comment's author; undefined if the user is the author. */
  othersName: string | undefined
  onClose: () => void
}

/** Dialog that asks for confirmation and deletes a comment: the user's own or, for administrators, any comment. */
export function DeleteCommentDialog({ comment, othersName, onClose }: DeleteCommentDialogProps) {
  const deletion = useDeleteComment(comment.relatedEntityId, comment.id)
  return (
    <ConfirmDialog
      title={texts.title}
      cancel={texts.cancel}
      confirm={texts.confirm}
      isPending={deletion.isPending}
      onConfirm={() =>
        deletion.mutate(undefined, { onError: (error) => showProblem(texts.failed, error), onSettled: onClose })
      }
      onClose={onClose}
    >
      <Text size="sm">{othersName === undefined ? texts.own : texts.others(othersName)}</Text>
    </ConfirmDialog>
  )
}
