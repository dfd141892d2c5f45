import { useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { ApiProblem, isProblem } from '../../../api/api-problem.ts'
import { useAttachFile } from '../../../media/use-attach-file.ts'
import { useSession } from '../../../sessions/session.ts'
import { forgetFile, type UnsentFiles } from './stored-files.ts'

/** Progress of uploading the files of a report. */
export interface Attaching {
  incident: UnsentFiles['incident']
  total: number
  /** Number of files uploaded so far. */
  done: number
  /** Fraction of the current file that is uploaded, from 0 to 1. */
  share: number
  /** Files that could not be uploaded, each with its error. */
  failed: readonly { file: File; error: Error }[]
}

/** Returns the progress with which the uploads begin: no file is uploaded yet. */
export const beginAttaching = ({ incident, files }: UnsentFiles): Attaching => ({
  incident,
  total: files.length,
  done: 0,
  share: 0,
  failed: [],
})

/** Name of the lock that lets only one tab at a time upload the files of the user's reports. */
export const attachingLock = (userId: Uuid): string => `tocsin-attaching-${userId}`

/**
 * Returns a function that uploads the files of a report one after another. The browser stores each file until it is
 * uploaded or the server rejects it for good. If a file fails, the others are uploaded nevertheless. The uploads end
 * with the session in which the user began them, see `endOfSession`.
 */
export function useAttachFiles(): (
  unsent: UnsentFiles,
  session: AbortSignal,
  onProgress?: (attaching: Attaching) => void,
) => Promise<Attaching> {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const attachFile = useAttachFile()

  return async (unsent, session, onProgress) => {
    const { incident, files } = unsent
    const forgotten: Promise<void>[] = []
    let state = beginAttaching(unsent)
    const change = (changed: Partial<Attaching>) => {
      state = { ...state, ...changed }
      onProgress?.(state)
    }
    for (const file of files) {
      if (session.aborted) break
      try {
        await attachFile({ incidentId: incident.id, file, onProgress: (share) => change({ share }) })
        forgotten.push(forgetFile(user.id, incident, file))
        change({ done: state.done + 1, share: 0 })
      } catch (error) {
        if (isFinal(error)) forgotten.push(forgetFile(user.id, incident, file))
        change({ failed: [...state.failed, { file, error: error as Error }], share: 0 })
      }
    }
    await Promise.all(forgotten)
    void queryClient.invalidateQueries({ queryKey: ['incidents'] })
    return state
  }
}

/** Returns true if the server, or a proxy in front of it, would reject the same file again. */
const isFinal = (error: unknown): boolean =>
  (error instanceof ApiProblem && error.status === 413) ||
  isProblem(
    error,
    'file_too_large',
    'file_missing',
    'too_many_incident_files',
    'invalid_encoding',
    'idempotency_key_reused',
    'incident_not_found',
  )
