import { randomUUID } from 'node:crypto'

/** Builds a command that creates an incident, ready to be pasted into a shell. */
export function curlCreation(baseUrl: string, key: string, name: string): string {
  const body = JSON.stringify({ clientRequestId: randomUUID(), name })
  return `curl -X POST ${baseUrl}/incidents -H "x-api-key: ${key}" -H 'content-type: application/json' -d '${body}'`
}
