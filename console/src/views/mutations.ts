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
import { viewsQuery } from './queries.ts'

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
  const { user } = useSession()
  const refresh = useRefreshViews()
  const restore = useMutation({
    // Save the view under its former id, so that links, the order of the views and start views refer to it again.
    mutationFn: ({ id, name, shared, query, layout }: View) =>
      call<View>('POST', '/views', { body: { id, name, shared, query, layout } satisfies SaveView }),
    onError: (error, { name }) => showProblem(viewTexts.restoreFailed(name), error),
    onSettled: refresh,
  })
  return useMutation({
    mutationFn: (view: View) => call('DELETE', `/views/${view.id}`),
    onSuccess(_, view) {
      const message = viewTexts.deleted(view.name)
      // Offer no undo for the view of somebody else, because the restored view would belong to the signed-in user.
      if (view.ownerId === user.id) showUndo(message, () => restore.mutate(view))
      else notifications.show({ message })
      return refresh()
    },
  })
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
        // The server stores a limited number of places, and puts the other views last.
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
