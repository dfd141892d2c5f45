import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { viewNameMaxLength } from '@tocsin/contract/limits.ts'
import type { UpdateView, View } from '@tocsin/contract/console/view.ts'
import { useState } from 'react'
import { isComposing } from '../browser/is-composing.ts'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { OrderButtons, type OrderButtonsProps } from '../kit/forms/order-buttons.tsx'
import { useIsAdministrator, useSession } from '../sessions/session.ts'
import { frameTexts } from '../texts/frame.ts'
import { viewTexts } from '../texts/views.ts'
import { useChangeView, useDeleteView } from './mutations.ts'

interface ViewLineProps {
  view: View
  place: Omit<OrderButtonsProps, 'name'>
}

/** One view in the dialog of all views: its place in the order and, if the user may change the view, its fields. */
export function ViewLine({ view, place }: ViewLineProps) {
  const { user } = useSession()
  const isOwn = view.ownerId === user.id
  const mayChange = useIsAdministrator() || isOwn
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Group gap={0} wrap="nowrap">
        <OrderButtons name={view.name} {...place} />
      </Group>
      {mayChange ? (
        <ViewFields view={view} isOwn={isOwn} />
      ) : (
        <Text py={6} style={{ overflowWrap: 'anywhere' }}>
          {view.name}
          <Text span size="sm" c="dimmed">
            {' '}
            {viewTexts.sharedByOthers}
          </Text>
        </Text>
      )}
    </Group>
  )
}

function ViewFields({ view, isOwn }: { view: View; isOwn: boolean }) {
  const change = useChangeView()
  const deletion = useDeleteView()
  const [name, setName] = useState(view.name)
  const [isConfirming, setConfirming] = useState(false)
  const apply = (part: UpdateView) =>
    change.mutate(
      { id: view.id, change: part },
      { onSuccess: (changed) => notifications.show({ message: viewTexts.changed(changed.name) }) },
    )
  const wanted = name.trim()
  const isRenamed = wanted !== '' && wanted !== view.name
  return (
    <Stack gap={4} flex={1} miw={0}>
      <Group gap="xs" align="center">
        <TextInput
          flex="1 1 180px"
          aria-label={viewTexts.nameOf(view.name)}
          maxLength={viewNameMaxLength}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event) && isRenamed) apply({ name: wanted })
          }}
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
          variant={isConfirming ? 'filled' : 'subtle'}
          color="red"
          loading={deletion.isPending}
          aria-label={isConfirming ? viewTexts.confirmDeleteOf(view.name) : viewTexts.deleteOf(view.name)}
          onBlur={() => setConfirming(false)}
          onClick={() => (isConfirming ? deletion.mutate(view) : setConfirming(true))}
        >
          {isConfirming ? viewTexts.confirmDelete : viewTexts.delete}
        </Button>
      </Group>
      <ProblemAlert title={frameTexts.problem.save} error={change.error ?? deletion.error} />
    </Stack>
  )
}
