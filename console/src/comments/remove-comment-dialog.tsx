import { Button, Group, Modal, Text } from '@mantine/core'
import type { StaffComment } from '@tocsin/contract/timeline.ts'
import { showProblem } from '../frame/show-problem.tsx'
import { useFocusReturn } from '../frame/use-focus-return.ts'
import { commentTexts } from '../texts/comments.ts'
import { useRemoveComment } from './queries.ts'

const texts = commentTexts.remove

interface RemoveCommentDialogProps {
  comment: StaffComment
  /** Whose it is, where it is not one's own. */
  othersName: string | undefined
  onClose: () => void
}

export function RemoveCommentDialog({ comment, othersName, onClose }: RemoveCommentDialogProps) {
  useFocusReturn()
  const remove = useRemoveComment(comment.relatedEntityId, comment.id)
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <Text size="sm">{othersName === undefined ? texts.own : texts.others(othersName)}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" data-autofocus onClick={onClose}>
          {texts.keep}
        </Button>
        <Button
          color="red"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onError: showProblem, onSettled: onClose })}
        >
          {texts.confirm}
        </Button>
      </Group>
    </Modal>
  )
}
