import { readProblem } from './api-problem.ts'
import { sendFile } from './send-file.ts'

interface CallLinesOptions<Message> {
  contentType: string
  /** Called with each line of the answer, as it comes. */
  onLine: (message: Message) => void
  signal: AbortSignal
}

/**
 * Sends a file to an operation that answers while it works, one JSON text per line.
 * @param path below `/api/console`.
 * @throws ApiProblem as `upload` does, also for an answer that breaks off: only the caller knows whether the line that
 *   mattered had come.
 */
export async function callLines<Message>(
  path: string,
  file: Blob,
  { contentType, onLine, signal }: CallLinesOptions<Message>,
): Promise<void> {
  let taken = 0
  const takeLines = (request: XMLHttpRequest) => {
    if (!isOfLines(request)) return
    const end = request.responseText.lastIndexOf('\n') + 1
    const lines = request.responseText.slice(taken, end).split('\n').slice(0, -1)
    taken = end
    for (const line of lines) onLine(JSON.parse(line) as Message)
  }
  const headers = { 'content-type': contentType, accept: `${lineType}, application/json` }
  const answered = await sendFile(path, file, { headers, onAnswer: takeLines, signal })
  if (!isOfLines(answered)) {
    throw readProblem(answered.status, answered.responseText, (name) => answered.getResponseHeader(name))
  }
  takeLines(answered)
}

const lineType = 'application/x-ndjson'

const isOfLines = (request: XMLHttpRequest): boolean =>
  request.status === 200 && request.getResponseHeader('content-type')?.startsWith(lineType) === true
