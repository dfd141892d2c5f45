import { useMutation } from '@tanstack/react-query'
import type { Media } from '@tocsin/contract/api/media.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { upload } from '../api/upload.ts'
import { showProblem } from '../kit/feedback/show-problem.tsx'
import { useIsShown } from '../kit/feedback/use-is-shown.ts'
import { mediaTexts } from '../texts/media.ts'
import { fileKey } from './file-key.ts'

interface Attachment {
  incidentId: Uuid
  file: File
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Returns a function that uploads one file to an incident. A file that is sent again is attached only once. The upload
 * continues after the user has left the page. If the upload fails after that, a notification shows the problem.
 * @returns the upload function. It throws an ApiProblem, for example `file_too_large` or `incident_not_found`. An
 *   aborted upload throws the reason of its abort signal.
 */
export function useAttachFile(): (attachment: Attachment) => Promise<Media> {
  const isShown = useIsShown()
  const { mutateAsync } = useMutation({
    mutationFn({ incidentId, file, onProgress, signal }: Attachment) {
      const form = new FormData()
      form.append('file', file)
      const headers = { 'idempotency-key': `${fileKey(file)}-${incidentId}` }
      return upload<Media>(`/incidents/${incidentId}/media`, form, { onProgress, signal, headers })
    },
    onError(error, { file, signal }) {
      if (!isShown() && !signal?.aborted) showProblem(mediaTexts.notAttached(file.name), error)
    },
  })
  return mutateAsync
}
