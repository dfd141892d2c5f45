import { notifications } from '@mantine/notifications'
import { call } from '../api/call.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { directoryTexts } from '../texts/directory.ts'
import { useDirectoryChange } from './use-directory-change.ts'

interface Entry {
  id: string
  name: string
}

/** Restores an archived entry. @param path of the entries below `/api/console`. */
export function useRestore(path: string): (entry: Entry) => void {
  const restore = useDirectoryChange(
    async (entry: Entry) => {
      await call('POST', `${path}/${entry.id}/restore`)
      return entry
    },
    {
      onDone: ({ name }) => notifications.show({ message: directoryTexts.list.restored(name) }),
      onRefused: (error, { name }) => showProblem(directoryTexts.list.restoreFailed(name), error),
    },
  )
  return restore.mutate
}
