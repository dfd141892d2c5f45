import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orderedViewsMaximum } from '@tocsin/contract/limits.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { SaveView, UpdateView, View, ViewPreferences, Views } from '@tocsin/contract/console/view.ts'
import { call } from '../api/call.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { showUndo } from '../kit/feedback/show-undo.tsx'
import { useSession } from '../sessions/session.ts'
import { viewTexts } from '../texts/views.ts'
import { startViewOf, viewsQuery } from './queries.ts'

export function useSaveView() {
  const refresh = useRefreshViews()
  return useMutation({
    mutationFn: (view: SaveView) => call<View>('POST', '/views', { body: view }),
    onSuccess: refresh,
  })
}

export function useChangeView() {
  const refresh = useRefreshViews()
  return useMutation({
    mutationFn: ({ id, change }: { id: Uuid; change: UpdateView }) =>
      call<View>('PATCH', `/views/${id}`, { body: change }),
    onSuccess: refresh,
  })
}

/** Mutation that deletes a view. If the view is the user's own, a message then offers to undo the deletion. */
export function useDeleteView() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const refresh = useRefreshViews()
  const restore = useMutation({
    mutationFn: restoreView,
    onError: (error, { view }) => showProblem(viewTexts.restoreFailed(view.name), error),
    onSettled: refresh,
  })
  return useMutation({
    mutationFn: (view: View) => call('DELETE', `/views/${view.id}`),
    onMutate: () => queryClient.getQueryData(viewsQuery.queryKey),
    onSuccess(_, view, views) {
      const message = viewTexts.deleted(view.name)
      // The view of another user cannot be restored, because the restored view would be this user's own.
      if (view.ownerId === user.id) showUndo(message, () => restore.mutate({ view, views }))
      else notifications.show({ message })
      return refresh()
    },
  })
}

/**
 * Saves a deleted view again, under a new id. The view gets its former place in the user's order, and is the start view
 * again if it was before.
 * @param deleted the deleted view, and all views before the deletion.
 */
async function restoreView({ view, views }: { view: View; views: Views | undefined }): Promise<void> {
  const { id: formerId, name, shared, query, layout } = view
  const { id } = await call<View>('POST', '/views', { body: { name, shared, query, layout } })
  if (!views) return
  const start = startViewOf(views)
  const order = views.data.map((each) => (each.id === formerId ? id : each.id))
  const preferences: ViewPreferences = { order, defaultView: start === formerId ? id : start }
  // Ignore a failure: the view itself is restored, and the user can move it.
  await call('PUT', '/views/preferences', { body: preferences }).catch(() => undefined)
}

/** Mutation that stores the order of the views and the default view. The new order appears at once. */
export function useArrangeViews() {
  const queryClient = useQueryClient()
  const refresh = useRefreshViews()
  return useMutation({
    // Send the requests one after another, so that the server stores the latest order.
    scope: { id: 'arrange-views' },
    mutationFn: ({ order, defaultView }: ViewPreferences) =>
      call<ViewPreferences>('PUT', '/views/preferences', {
        // The server stores only so many places. The other views come last.
        body: { order: order.slice(0, orderedViewsMaximum), defaultView },
      }),
    async onMutate({ order, defaultView }) {
      await queryClient.cancelQueries({ queryKey: viewsQuery.queryKey })
      const place = (id: Uuid) => order.indexOf(id)
      queryClient.setQueryData<Views>(
        viewsQuery.queryKey,
        (views) => views && { data: views.data.toSorted((one, other) => place(one.id) - place(other.id)), defaultView },
      )
    },
    onSettled: refresh,
  })
}

function useRefreshViews() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })
}
