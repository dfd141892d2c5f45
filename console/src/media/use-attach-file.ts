import { useMutation } from '@tanstack/react-query'
import type { Media } from '@tocsin/contract/api/media.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { randomUuid } from '../browser/random-uuid.ts'
import { upload } from '../api/upload.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { useIsShown } from '../kit/feedback/use-is-shown.ts'
import { mediaTexts } from '../texts/media.ts'

interface Attachment {
  incidentId: Uuid
  file: File
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Returns a function that attaches one file to an incident. The upload continues when the page is left. A failure then shows
 * a notification.
 * @returns a function that throws ApiProblem `file_too_large` or `incident_not_found`, or the signal's reason when aborted.
 */
export function useAttachFile(): (attachment: Attachment) => Promise<Media> {
  const isShown = useIsShown()
  const { mutateAsync } = useMutation({
    mutationFn({ incidentId, file, onProgress, signal }: Attachment) {
      const form = new FormData()
      form.append('file', file)
      const headers = { 'idempotency-key': keyOf(file, incidentId) }
      return upload<Media>(`/incidents/${incidentId}/media`, form, { onProgress, signal, headers })
    },
    onError(error, { file, signal }) {
      if (!isShown() && !signal?.aborted) showProblem(mediaTexts.notAttached(file.name), error)
    },
  })
  return mutateAsync
}

/** Idempotency keys by file and incident. A repeated upload of a file attaches it once. */
const keys = new WeakMap<File, Map<Uuid, string>>()

function keyOf(file: File, incidentId: Uuid): string {
  const keysOfFile = keys.get(file) ?? new Map<Uuid, string>()
  const key = keysOfFile.get(incidentId) ?? randomUuid()
  keys.set(file, keysOfFile.set(incidentId, key))
  return key
}
