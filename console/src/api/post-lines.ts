import { readProblem } from './api-problem.ts'
import { addressOf, fetchOnce, orNetworkProblem, type QueryValue } from './call.ts'
import { lineType } from './call-lines.ts'
import { csrfHeaders } from './csrf-token.ts'
import { withTimeLimit } from './time-limit.ts'

interface PostLinesOptions<Message> {
  query?: Readonly<Record<string, QueryValue>> | undefined
  body: unknown
  /** Called with the parsed JSON of each line of the response, as soon as the line has arrived. */
  onLine: (message: Message) => void
}

/**
 * Posts JSON to an operation whose response reports progress, with one JSON text per line.
 * @param path URL path below `/api/console`.
 * @throws ApiProblem for the same reasons as `call`, and if the connection breaks during the response.
 */
export async function postLines<Message>(
  path: string,
  { query, body, onLine }: PostLinesOptions<Message>,
): Promise<void> {
  const headers = { 'content-type': 'application/json', accept: `${lineType}, application/json`, ...csrfHeaders() }
  await withTimeLimit(undefined, async (limited, restart) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: limited }
    const response = await fetchOnce(addressOf(path, query), init)
    if (response.status !== 200 || !response.headers.get('content-type')?.startsWith(lineType)) {
      const text = await orNetworkProblem(response.text(), limited)
      throw readProblem(response.status, text, (name) => response.headers.get(name))
    }
    await orNetworkProblem(readLines(response, onLine, restart), limited)
  })
}

async function readLines<Message>(response: Response, onLine: (message: Message) => void, onPart: () => void) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onPart()
    const lines = (text + value).split('\n')
    text = lines.pop()!
    // An empty line only shows that the server is alive.
    for (const line of lines) if (line !== '') onLine(JSON.parse(line) as Message)
  }
}
