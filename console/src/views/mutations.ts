import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { SaveView, UpdateView, View, ViewPreferences, Views } from '@tocsin/contract/console/view.ts'
import { call } from '../api/call.ts'
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

export function useDeleteView() {
  const refresh = useRefreshViews()
  return useMutation({ mutationFn: (id: Uuid) => call('DELETE', `/views/${id}`), onSuccess: refresh })
}

/** Mutation that stores the order of the views and the default view. The new order appears at once. */
export function useArrangeViews() {
  const queryClient = useQueryClient()
  const refresh = useRefreshViews()
  return useMutation({
    // Send the requests one after another, so that the server stores the latest order.
    scope: { id: 'arrange-views' },
    mutationFn: (preferences: ViewPreferences) =>
      call<ViewPreferences>('PUT', '/views/preferences', { body: preferences }),
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
