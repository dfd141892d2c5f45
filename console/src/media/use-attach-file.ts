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
 * Gives a way to attach a file to an Incident, which goes on when the page is left: only then it tells by itself of what
 * does not arrive.
 * @returns a function that sends one file. It throws ApiProblem `file_too_large`, `incident_not_found`; when aborted, the
 *   signal's reason.
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

/** One key per file for as long as the page lives: a second attempt to send it attaches it once. */
const keys = new WeakMap<File, Map<Uuid, string>>()

function keyOf(file: File, incidentId: Uuid): string {
  const keysOfFile = keys.get(file) ?? new Map<Uuid, string>()
  const key = keysOfFile.get(incidentId) ?? randomUuid()
  keys.set(file, keysOfFile.set(incidentId, key))
  return key
}
