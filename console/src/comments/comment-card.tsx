import { ActionIcon, Badge, Group, Menu, Paper, Stack, Text } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import type { StaffComment, TimelineEntry } from '@tocsin/contract/events/timeline.ts'
import { useState } from 'react'
import { MediaGrid } from '../media/media-grid.tsx'
import { useIsAdministrator, useSession } from '../sessions/session.ts'
import { commentTexts as texts } from '../texts/comments.ts'
import { mediaTexts } from '../texts/media.ts'
import { CommentEditor } from './comment-editor.tsx'
import classes from './comment-card.module.css'
import { DeleteCommentDialog } from './delete-comment-dialog.tsx'
import { readEdit } from './stored-edit.ts'

interface CommentCardProps {
  comment: StaffComment
  author: TimelineEntry['actor']
}

/** Comment with its files and a menu of the actions that the signed-in user may take. */
export function CommentCard({ comment, author }: CommentCardProps) {
  const { user } = useSession()
  const [isEditing, setEditing] = useState(() => readEdit(user.id, comment.id) !== undefined)
  const [isDeleting, setDeleting] = useState(false)
  const isOwn = comment.createdBy === user.id
  const isAdministrator = useIsAdministrator()
  return (
    <Paper withBorder p="sm" className={classes.card!}>
      <Stack gap="xs">
        {isEditing ? (
          <CommentEditor comment={comment} onClose={() => setEditing(false)} />
        ) : (
          <Group align="flex-start" justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" className={classes.message!}>
              {comment.message}
            </Text>
            {(isOwn || isAdministrator) && (
              <CommentMenu
                author={author.name}
                onEdit={isOwn ? () => setEditing(true) : undefined}
                onDelete={() => setDeleting(true)}
              />
            )}
          </Group>
        )}
        <MediaGrid media={comment.media} label={mediaTexts.title} />
        {(comment.externalId || comment.edited) && (
          <Group gap="xs">
            {comment.edited && (
              <Text size="xs" c="dimmed">
                {texts.edited}
              </Text>
            )}
            {comment.externalId && (
              <Badge variant="default" size="sm" tt="none" title={texts.externalId}>
                {comment.externalId}
              </Badge>
            )}
          </Group>
        )}
      </Stack>
      {isDeleting && (
        <DeleteCommentDialog
          comment={comment}
          othersName={isOwn ? undefined : author.name}
          onClose={() => setDeleting(false)}
        />
      )}
    </Paper>
  )
}

interface CommentMenuProps {
  author: string
  onEdit: (() => void) | undefined
  onDelete: () => void
}

const CommentMenu = ({ author, onEdit, onDelete }: CommentMenuProps) => (
  <Menu position="bottom-end" shadow="md">
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" c="inherit" aria-label={texts.actions(author)}>
        <IconDots size={18} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {onEdit && (
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {texts.edit}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
        {texts.delete.action}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
