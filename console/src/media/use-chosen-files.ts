import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { mediaTexts } from '../texts/media.ts'

/**
 * State of the files that the user has chosen and not sent yet. Files beyond the maximum number are ignored.
 * @param initial files chosen before, for example those of a draft.
 */
export function useChosenFiles(maximum = Number.POSITIVE_INFINITY, initial: readonly File[] = []) {
  const [files, setFiles] = useState(initial)
  return {
    files,
    add(added: readonly File[]) {
      const all = [...files, ...added]
      if (all.length > maximum) notifications.show({ message: mediaTexts.tooMany(maximum), role: 'alert' })
      setFiles(all.slice(0, maximum))
    },
    remove: (file: File) => setFiles((before) => before.filter((other) => other !== file)),
    clear: () => setFiles([]),
  }
}
