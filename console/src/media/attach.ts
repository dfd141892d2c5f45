import type { Media } from '@tocsin/contract/media.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { randomUuid } from '../api/random-uuid.ts'
import { upload } from '../api/upload.ts'

/** One key per file for as long as the page lives: a second attempt to send it attaches it once. */
const keys = new WeakMap<File, Map<Uuid, string>>()

interface AttachOptions {
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Attaches a file to an Incident.
 * @throws ApiProblem `file_too_large`, `incident_not_found`; an aborted upload throws the signal's reason.
 */
export function attachFile(incidentId: Uuid, file: File, options: AttachOptions = {}): Promise<Media> {
  const form = new FormData()
  form.append('file', file)
  return upload<Media>(`/incidents/${incidentId}/media`, form, {
    ...options,
    headers: { 'idempotency-key': keyOf(file, incidentId) },
  })
}

function keyOf(file: File, incidentId: Uuid): string {
  const keysOfFile = keys.get(file) ?? new Map<Uuid, string>()
  const key = keysOfFile.get(incidentId) ?? randomUuid()
  keys.set(file, keysOfFile.set(incidentId, key))
  return key
}
