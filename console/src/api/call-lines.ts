import { readProblem } from './api-problem.ts'
import { sendFile } from './send-file.ts'

interface CallLinesOptions<Message> {
  contentType: string
  /** Called with the parsed JSON of each line of the response, as soon as the line has arrived. */
  onLine: (message: Message) => void
  signal: AbortSignal
}

/**
 * Sends a file to an operation whose response reports progress, with one JSON text per line.
 * @param path URL path below `/api/console`.
 * @throws ApiProblem for the same reasons as `upload`, and if the connection breaks during the response. The operation
 *   may have succeeded even if the connection broke, so check which lines `onLine` received.
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
    // An empty line only shows that the server is alive.
    for (const line of lines) if (line !== '') onLine(JSON.parse(line) as Message)
  }
  const headers = { 'content-type': contentType, accept: `${lineType}, application/json` }
  const response = await sendFile(path, file, { headers, onResponsePart: readLines, signal })
  if (!hasLines(response)) {
    throw readProblem(response.status, response.responseText, (name) => response.getResponseHeader(name))
  }
  readLines(response)
}

/** Content type of a response with one JSON text per line. */
export const lineType = 'application/x-ndjson'

const hasLines = (request: XMLHttpRequest): boolean =>
  request.status === 200 && request.getResponseHeader('content-type')?.startsWith(lineType) === true
