import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { ViewLayout } from '@tocsin/contract/console/view.ts'
import { useState } from 'react'
import { laterPart } from '../../keyboard/later-part.tsx'
import { showProblem } from '../../kit/feedback/show-problem.tsx'
import { useRegainFocusAfter } from '../../kit/forms/use-regain-focus-after.ts'
import { useIsAdministrator, useSession } from '../../sessions/session.ts'
import { viewTexts } from '../../texts/views.ts'
import { useChangeView } from '../../views/mutations.ts'
import { textOf, type IncidentSearch } from '../search/incident-search.ts'
import { useOpenView } from './use-open-view.ts'
import classes from './view-actions.module.css'

const SaveViewDialog = laterPart(async () => (await import('../../views/save-view-dialog.tsx')).SaveViewDialog)

interface ViewActionsProps {
  search: IncidentSearch
  layout: ViewLayout
}

/** Buttons that save the current filters and sort order, either in the open view or as a new view. */
export function ViewActions({ search, layout }: ViewActionsProps) {
  const { view, isChanged } = useOpenView(search)
  const { user } = useSession()
  const isAdministrator = useIsAdministrator()
  const { mutate: change, isPending } = useChangeView()
  const navigate = useNavigate()
  const [isSaving, setSaving] = useState(false)
  const query = textOf(search)
  const saved = view?.saved && (view.saved.ownerId === user.id || isAdministrator) ? view.saved : undefined
  const mayBeSaved = view ? isChanged : query !== '' && query !== startQuery
  // When the view is saved, the buttons disappear, and the focus with them.
  useRegainFocusAfter(mayBeSaved)
  const update = ({ id, name }: NonNullable<typeof saved>) =>
    change(
      { id, change: { query, layout } },
      {
        onSuccess: () => notifications.show({ message: viewTexts.updated(name) }),
        onError: (error) => showProblem(viewTexts.updateFailed(name), error),
      },
    )
  return (
    <>
      {mayBeSaved && (
        <Group gap={4}>
          {saved && (
            <Button
              variant="light"
              size="compact-sm"
              className={classes.action!}
              loading={isPending}
              onClick={() => update(saved)}
            >
              {viewTexts.update}
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" className={classes.action!} onClick={() => setSaving(true)}>
            {view ? viewTexts.saveAsNew : viewTexts.save}
          </Button>
        </Group>
      )}
      {isSaving && (
        <SaveViewDialog
          query={query}
          layout={layout}
          onSaved={({ id }) => void navigate({ to: '.', search: { ...search, view: id }, replace: true })}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

/** Default search of the list. It cannot be saved as a view. */
const startQuery = 'state=open'
