import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { SaveView, UpdateView, View } from '@tocsin/contract/console/view.ts'
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

function useRefreshViews() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })
}
