import { NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { builtInViews } from '@tocsin/contract/console/built-in-views.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { View, ViewPreferences, Views } from '@tocsin/contract/console/view.ts'
import { useState } from 'react'
import { Dialog } from '../kit/dialogs/dialog.tsx'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { frameTexts } from '../texts/frame.ts'
import { viewTexts } from '../texts/views.ts'
import { useArrangeViews } from './mutations.ts'
import { startViewOf, viewsQuery } from './queries.ts'
import { ViewLine } from './view-line.tsx'

/**
 * Dialog in which users choose their start view, order the views, and rename, share and delete their own views.
 * Administrators also change the views that other users share.
 */
export function ManageViewsDialog({ onClose }: { onClose: () => void }) {
  const views = useQuery(viewsQuery)
  return (
    <Dialog onClose={onClose} size="xl" title={viewTexts.manageTitle}>
      <LoadState queries={[views]} skeleton={<RowsSkeleton rows={3} />} />
      {views.data && <ViewsEditor views={views.data} />}
    </Dialog>
  )
}

function ViewsEditor({ views: known }: { views: Views }) {
  /**
   * Order and start view that the user has chosen in this dialog. The cache receives each choice only later, so a fast
   * second change would otherwise undo the first one.
   */
  const [chosen, setChosen] = useState<ViewPreferences>()
  const views = inOrder(known.data, chosen?.order ?? [])
  const defaultView = startViewOf({ ...known, ...chosen })
  const { mutate, error } = useArrangeViews()
  const [announcement, announce] = useState('')
  const order = views.map(({ id }) => id)
  const arrange = (change: Partial<ViewPreferences>) => {
    const preferences = { order, defaultView, ...change }
    setChosen(preferences)
    mutate(preferences, { onError: () => setChosen(undefined) })
  }
  const move = (index: number, step: -1 | 1) =>
    arrange({ order: order.toSpliced(index, 1).toSpliced(index + step, 0, order[index]!) })
  return (
    <Stack gap="md">
      <NativeSelect
        label={viewTexts.start}
        description={viewTexts.startHint}
        value={defaultView ?? ''}
        onChange={({ currentTarget }) =>
          arrange({ defaultView: (currentTarget.value || null) as ViewPreferences['defaultView'] })
        }
        data={startChoices(views)}
      />
      <ProblemAlert title={frameTexts.problem.save} error={error} />
      {views.length === 0 && <Text c="dimmed">{viewTexts.manageEmpty}</Text>}
      {views.map((view, index) => (
        <ViewLine
          key={view.id}
          view={view}
          place={{ index, count: views.length, onMove: (step) => move(index, step), announce }}
        />
      ))}
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
    </Stack>
  )
}

/** Returns the views in the given order. Views that are not listed come last. */
function inOrder(views: readonly View[], order: readonly Uuid[]): readonly View[] {
  const placeOf = ({ id }: View) => (order.includes(id) ? order.indexOf(id) : order.length)
  return views.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const startChoices = (views: readonly View[]) => [
  { value: '', label: viewTexts.startOpen },
  ...builtInViews.map((value) => ({ value, label: viewTexts.builtIn[value] })),
  ...views.map(({ id, name }) => ({ value: id, label: name })),
]
