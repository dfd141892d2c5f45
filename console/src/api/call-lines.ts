import { readProblem } from './api-problem.ts'
import { sendFile } from './send-file.ts'

interface CallLinesOptions<Message> {
  contentType: string
  /** Called with each line of the response as it arrives. */
  onLine: (message: Message) => void
  signal: AbortSignal
}

/**
 * Sends a file to an operation that reports its progress as one JSON text per line.
 * @param path below `/api/console`.
 * @throws ApiProblem like `upload`, also for a response that breaks off. Only the caller knows whether the deciding line
 *   had arrived.
 */
export async function callLines<Message>(
  path: string,
  file: Blob,
  { contentType, onLine, signal }: CallLinesOptions<Message>,
): Promise<void> {
  let readLength = 0
  const readLines = (request: XMLHttpRequest) => {
    if (!hasLines(request)) return
    const end = request.responseText.lastIndexOf('\n') + 1
    const lines = request.responseText.slice(readLength, end).split('\n').slice(0, -1)
    readLength = end
    for (const line of lines) onLine(JSON.parse(line) as Message)
  }
  const headers = { 'content-type': contentType, accept: `${lineType}, application/json` }
  const response = await sendFile(path, file, { headers, onAnswer: readLines, signal })
  if (!hasLines(response)) {
    throw readProblem(response.status, response.responseText, (name) => response.getResponseHeader(name))
  }
  readLines(response)
}

const lineType = 'application/x-ndjson'

const hasLines = (request: XMLHttpRequest): boolean =>
  request.status === 200 && request.getResponseHeader('content-type')?.startsWith(lineType) === true
