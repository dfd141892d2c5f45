import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { viewNameMaxLength } from '@tocsin/contract/limits.ts'
import type { UpdateView, View } from '@tocsin/contract/console/view.ts'
import { useState } from 'react'
import { Dialog } from '../kit/dialogs/dialog.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { useIsAdministrator, useSession } from '../sessions/session.ts'
import { frameTexts } from '../texts/frame.ts'
import { viewTexts } from '../texts/views.ts'
import { useChangeView, useDeleteView } from './mutations.ts'

/**
 * Dialog in which users rename, share and delete their own views. Administrators also manage the views that other users
 * share.
 */
export function ManageViewsDialog({ views, onClose }: { views: readonly View[]; onClose: () => void }) {
  const { user } = useSession()
  const isAdministrator = useIsAdministrator()
  const changeable = views.filter(({ ownerId }) => ownerId === user.id || isAdministrator)
  return (
    <Dialog onClose={onClose} size="lg" title={viewTexts.manageTitle(changeable.length)}>
      <Stack gap="md">
        {changeable.length === 0 && <Text c="dimmed">{viewTexts.manageEmpty}</Text>}
        {changeable.map((view) => (
          <ViewLine key={view.id} view={view} isOwn={view.ownerId === user.id} />
        ))}
      </Stack>
    </Dialog>
  )
}

function ViewLine({ view, isOwn }: { view: View; isOwn: boolean }) {
  const change = useChangeView()
  const deletion = useDeleteView()
  const [name, setName] = useState(view.name)
  const [isAsked, setAsked] = useState(false)
  const apply = (part: UpdateView) =>
    change.mutate(
      { id: view.id, change: part },
      { onSuccess: (changed) => notifications.show({ message: viewTexts.changed(changed.name) }) },
    )
  const wanted = name.trim()
  const isRenamed = wanted !== '' && wanted !== view.name
  return (
    <Stack gap={4}>
      <Group gap="xs" align="center">
        <TextInput
          flex="1 1 180px"
          aria-label={viewTexts.nameOf(view.name)}
          maxLength={viewNameMaxLength}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Enter' && isRenamed && apply({ name: wanted })}
        />
        <Button
          variant="default"
          disabled={!isRenamed}
          loading={change.isPending}
          aria-label={viewTexts.renameOf(view.name)}
          onClick={() => apply({ name: wanted })}
        >
          {viewTexts.rename}
        </Button>
        <Switch
          label={viewTexts.sharedSwitch}
          aria-label={viewTexts.sharedSwitchOf(view.name)}
          checked={view.shared}
          // Administrators cannot stop sharing another user's view, because the view would disappear from the
          // administrators' own list.
          disabled={!isOwn && view.shared}
          onChange={({ currentTarget }) => apply({ shared: currentTarget.checked })}
        />
        <Button
          variant={isAsked ? 'filled' : 'subtle'}
          color="red"
          loading={deletion.isPending}
          aria-label={isAsked ? viewTexts.confirmDeleteOf(view.name) : viewTexts.deleteOf(view.name)}
          onBlur={() => setAsked(false)}
          onClick={() =>
            isAsked
              ? deletion.mutate(view.id, {
                  onSuccess: () => notifications.show({ message: viewTexts.deleted(view.name) }),
                })
              : setAsked(true)
          }
        >
          {isAsked ? viewTexts.confirmDelete : viewTexts.delete}
        </Button>
      </Group>
      <ProblemAlert title={frameTexts.problem.save} error={change.error ?? deletion.error} />
    </Stack>
  )
}
