import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useState } from 'react'
import { useChosenFiles } from '../../media/use-chosen-files.ts'
import { readFiles, storeFiles } from './stored-files.ts'

/** Reads the files of the user's draft that are stored in this browser. Returns undefined while they are read. */
export function useStoredFiles(userId: Uuid): readonly File[] | undefined {
  const [files, setFiles] = useState<readonly File[]>()
  useEffect(() => {
    let isShown = true
    void readFiles(userId).then((stored) => isShown && setFiles(stored))
    return () => {
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
  useEffect(() => {
    if (files === stored) return undefined
    let isLatest = true
    void storeFiles(userId, files).then((succeeded) => isLatest && setStored(succeeded))
    return () => {
      isLatest = false
    }
  }, [userId, files, stored])
  return {
    ...chosen,
    /** False if the files would be lost in a reload. */
    isStored: isStored || files.length === 0,
    /** Deletes the stored files after the report was sent. */
    forget: () => void storeFiles(userId, []),
  }
}
