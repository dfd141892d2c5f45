import { randomUUID } from 'node:crypto'

/** Builds a curl command that creates an incident. A user can paste the command into a shell. */
export function curlCreation(baseUrl: string, key: string, name: string): string {
  const body = JSON.stringify({ clientRequestId: randomUUID(), name })
  return `curl -X POST ${baseUrl}/incidents -H "x-api-key: ${key}" -H 'content-type: application/json' -d '${body}'`
}
