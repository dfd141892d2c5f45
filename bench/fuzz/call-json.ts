import { setTimeout as wait } from 'node:timers/promises'
import type { Headers } from './organization.ts'

const attempts = 20

/**
 * Calls an operation that must succeed. Retries after a 503, because attacks may overload the server for a while.
 * @param path path after the prefix `/api/v1` or `/api/console`. The kind of credentials in `headers` selects the
 *   prefix.
 */
export async function callJson(port: number, method: string, path: string, body: unknown, headers: Headers) {
  const isForm = body instanceof FormData
  const prefix = headers[0]?.[0] === 'x-api-key' ? '/api/v1' : '/api/console'
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}${prefix}${path}`, {
      method,
      headers: [
        ...headers,
        ...(body === undefined || isForm ? [] : ([['content-type', 'application/json']] as Headers)),
      ],
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.ok) return JSON.parse(text) as Record<string, unknown>
    if (response.status !== 503 || attempt === attempts) {
      throw new Error(`${method} ${path} answered ${response.status} ${text}`)
    }
    await wait(1_000)
  }
}
