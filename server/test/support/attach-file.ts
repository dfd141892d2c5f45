import type { AttachedMedia } from '@tocsin/contract/events/timeline.ts'
import type { Call } from './caller.ts'

/**
 * Attaches a file through the console API to an incident that has no files yet.
 * @returns the download URL of the file.
 */
export async function attachFile(call: Call, incidentId: string, file: File): Promise<URL> {
  const path = `/incidents/${incidentId}/media`
  const form = new FormData()
  form.append('file', file)
  const attached = await call('POST', path, { body: form })
  if (attached.status !== 201) throw new Error(`attaching answered ${JSON.stringify(attached.body)}`)
  const { body } = await call<{ data: AttachedMedia[] }>('GET', path)
  return new URL(body.data[0]!.downloadUrl)
}
