import createClient from 'openapi-fetch'
import type { paths } from './generated/openapi.ts'

/** Reports an incident and works on it with the client openapi-fetch, whose types openapi-typescript has generated. */
export async function work(baseUrl: string, apiKey: string) {
  const client = createClient<paths>({ baseUrl, headers: { 'x-api-key': apiKey } })
  const created = await client.POST('/api/v1/incidents', {
    body: { clientRequestId: crypto.randomUUID(), name: 'Freezer 3 is getting warm' },
  })
  const params = { path: { id: created.data?.id ?? '' } }
  const changed = await client.PATCH('/api/v1/incidents/{id}', { params, body: { priority: 'MAJOR' } })
  const listed = await client.GET('/api/v1/incidents', { params: { query: { priority: 'MAJOR', limit: 10 } } })
  const form = new FormData()
  form.append('file', new File(['-14 °C'], 'reading.txt', { type: 'text/plain' }))
  const uploaded = await client.POST('/api/v1/incidents/{id}/media', {
    params,
    body: { file: '' },
    bodySerializer: () => form,
  })
  const batch = await client.POST('/api/v1/incidents/batch', {
    body: { items: [{ create: { clientRequestId: crypto.randomUUID(), name: ' ' } }] },
  })
  const rejected = await client.GET('/api/v1/incidents/{id}', { params: { path: { id: crypto.randomUUID() } } })
  return {
    id: created.data?.id,
    priority: changed.data?.priority,
    listedIds: listed.data?.data.map(({ id }) => id),
    fileName: uploaded.data?.fileName,
    rejectedItem: batch.data?.results[0]?.problem?.errors[0]?.code,
    // This comparison compiles only because the type of `code` also allows codes of later versions.
    isKnown: rejected.error?.code !== 'added_later',
    rejection: rejected.error?.code,
  }
}
