import { readProblem } from './api-problem.ts'
import { addressOf, reach } from './call.ts'
import { csrfHeaders } from './csrf-token.ts'

interface CallLinesOptions {
  body: Blob
  contentType: string
  signal: AbortSignal
}

/**
 * Sends a file to an operation that answers while it works, one JSON text per line.
 * @param path below `/api/console`.
 * @throws ApiProblem as `call` does; an aborted call throws the signal's reason. An answer that breaks off throws whatever
 *   the browser throws: only the caller knows whether the line that mattered had come.
 */
export async function* callLines<Message>(
  path: string,
  { body, contentType, signal }: CallLinesOptions,
): AsyncGenerator<Message> {
  const response = await reach(addressOf(path), {
    method: 'POST',
    headers: { 'content-type': contentType, accept: 'application/x-ndjson, application/json', ...csrfHeaders() },
    body,
    signal,
  })
  if (!response.ok) throw readProblem(response.status, await response.text(), (name) => response.headers.get(name))
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as Message
  }
}
