import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useState } from 'react'
import { useChosenFiles } from '../../../media/use-chosen-files.ts'
import { readDraftFiles, storageMaximumMs, storeDraftFiles } from './stored-files.ts'

/**
 * Returns the files of the user's draft from this browser; undefined until they are read. If reading takes over two
 * seconds, returns an empty list until the files arrive.
 */
export function useStoredFiles(userId: Uuid): readonly File[] | undefined {
  const [files, setFiles] = useState<readonly File[]>()
  useEffect(() => {
    let isShown = true
    const show = (stored: readonly File[]) =>
      isShown && setFiles((before) => (before && stored.length === 0 ? before : stored))
    const timeout = setTimeout(show, storageMaximumMs, [])
    void readDraftFiles(userId)
      .then(show)
      .finally(() => clearTimeout(timeout))
    return () => {
      clearTimeout(timeout)
      isShown = false
    }
  }, [userId])
  return files
}

/**
 * State of the files of a report. The browser stores the files until the report is sent or discarded.
 * @param stored files that the browser has stored.
 */
export function useDraftFiles(userId: Uuid, stored: readonly File[]) {
  const chosen = useChosenFiles(undefined, stored)
  const { files } = chosen
  const [isStored, setStored] = useState(true)
  const [known, setKnown] = useState(stored)
  if (known !== stored) {
    // The user may have chosen files before the stored files were read. Add the stored files, because the next save
    // replaces all files in the storage.
    setKnown(stored)
    chosen.add(stored)
  }
  useEffect(() => {
    if (files === stored) return undefined
    let isLatest = true
    const show = (succeeded: boolean) => isLatest && setStored(succeeded)
    const timeout = setTimeout(show, storageMaximumMs, false)
    void storeDraftFiles(userId, files)
      .then(show)
      .finally(() => clearTimeout(timeout))
    return () => {
      clearTimeout(timeout)
      isLatest = false
    }
  }, [userId, files, stored])
  return {
    ...chosen,
    /** False if the files would be lost in a reload. */
    isStored: isStored || files.length === 0,
  }
}
