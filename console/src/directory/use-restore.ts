import { notifications } from '@mantine/notifications'
import { call } from '../api/call.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { directoryTexts } from '../texts/directory.ts'
import { useDirectoryChange } from './use-directory-change.ts'

interface Entry {
  id: string
  name: string
}

/**
 * Returns a function that restores an archived location, point or user.
 * @param path path of the collection below `/api/console`, such as `/points`.
 */
export function useRestore(path: string): (entry: Entry) => void {
  const restore = useDirectoryChange(
    async (entry: Entry) => {
      await call('POST', `${path}/${entry.id}/restore`)
      return entry
    },
    {
      onSuccess: ({ name }) => notifications.show({ message: directoryTexts.list.restored(name) }),
      onError: (error, { name }) => showProblem(directoryTexts.list.restoreFailed(name), error),
    },
  )
  return restore.mutate
}
