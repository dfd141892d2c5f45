import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useRef, useState } from 'react'
import { warnBeforeUnload } from '../browser/warn-before-unload.ts'
import { useRefreshIncident } from '../api/use-refresh-incident.ts'
import { reportSignOut } from '../sessions/report-sign-out.ts'
import { endOfSession } from '../sessions/session.ts'
import { mediaTexts } from '../texts/media.ts'
import { useAttachFile } from './use-attach-file.ts'

/** Waiting, running or failed upload of a file to an incident. */
export interface Upload {
  file: File
  /** Fraction of the file sent so far, from 0 to 1. */
  share: number
  error: Error | undefined
  /** Controller that aborts every attempt of this upload, including a retry that is waiting. */
  controller: AbortController
}

export interface Uploads {
  list: readonly Upload[]
  start: (files: readonly File[]) => void
  retry: (upload: Upload) => void
  /** Cancels a waiting or running upload, or removes a failed upload from the list. */
  cancel: (upload: Upload) => void
}

/**
 * Uploads files to an incident one after another, and reloads the incident after each file. If the session ends, no
 * further upload starts, and a message says that files may be missing.
 */
export function useUploads(incidentId: Uuid): Uploads {
  const refresh = useRefreshIncident(incidentId)
  const attachFile = useAttachFile()
  const [list, setList] = useState<readonly Upload[]>([])
  const queue = useRef(Promise.resolve())
  const unfinished = useRef(new Set<File>())

  const change = (file: File, changed: Partial<Upload>) =>
    setList((before) => before.map((upload) => (upload.file === file ? { ...upload, ...changed } : upload)))
  const forget = (file: File) => setList((before) => before.filter((upload) => upload.file !== file))

  async function send({ file, controller: { signal } }: Upload, session: AbortSignal): Promise<void> {
    if (signal.aborted || session.aborted) return
    try {
      await attachFile({ incidentId, file, signal, onProgress: (share) => change(file, { share }) })
      await refresh()
      forget(file)
    } catch (error) {
      if (!signal.aborted) return change(file, { error: error as Error })
      // Reload, because the server may have stored the file before the abort.
      await refresh()
    }
  }
  const enqueue = (upload: Upload) => {
    const session = endOfSession()
    unfinished.current.add(upload.file)
    queue.current = queue.current
      .then(() => send(upload, session))
      .finally(() => void unfinished.current.delete(upload.file))
    // Pass the promise that resolves after the last queued upload, so that the browser also warns between two uploads.
    void warnBeforeUnload(queue.current)
    void reportSignOut(queue.current, session, () => describeSignOut(incidentId, unfinished.current.size))
  }

  return {
    list,
    start(files) {
      const added = files.map((file) => ({
        file,
        share: 0,
        error: undefined,
        controller: new AbortController(),
      }))
      setList((before) => [...before, ...added])
      added.forEach(enqueue)
    },
    retry(upload) {
      change(upload.file, { error: undefined, share: 0 })
      enqueue(upload)
    },
    cancel({ file, controller }) {
      controller.abort()
      unfinished.current.delete(file)
      forget(file)
    },
  }
}

const describeSignOut = (incidentId: Uuid, count: number) =>
  count === 0 ? undefined : { id: `unsent-files-${incidentId}`, ...mediaTexts.signedOut(count) }
