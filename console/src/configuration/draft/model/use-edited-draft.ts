import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SaveDraft, SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../sessions/session.ts'
import { draftQuery } from '../../queries.ts'
import { EditedDraft, type EditedState } from './edited-draft.ts'
import { storeOfTab } from './unsaved-changes.ts'

/** Creates an `EditedDraft` once, and passes to it every draft that is read from the server later. */
export function useEditedDraft(loaded: SavedDraft): [EditedDraft, EditedState] {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (body: SaveDraft) => call<SavedDraft>('PUT', '/configuration/draft', { body }),
    onSuccess: (saved) => queryClient.setQueryData(draftQuery.queryKey, saved),
  })
  const [draft] = useState(
    () =>
      new EditedDraft(
        loaded,
        { save: mutateAsync, read: () => queryClient.fetchQuery(draftQuery) },
        storeOfTab(user.id),
      ),
  )
  const state = useSyncExternalStore(draft.subscribe, draft.state)

  // When the window gets the focus, TanStack Query reads the draft again, because another user may have changed it.
  const { data: latest } = useQuery(draftQuery)
  useEffect(() => {
    if (latest) draft.noteLatest(latest)
  }, [draft, latest])
  return [draft, state]
}
