import type {
  BulkChange,
  BulkMessage,
  BulkUndo,
  EventRange,
  LeftIncident,
} from '@tocsin/contract/console/bulk-change.ts'
import { ApiProblem, readProblem } from '../../../api/api-problem.ts'
import type { QueryValue } from '../../../api/call.ts'
import { postLines } from '../../../api/post-lines.ts'
import { frameTexts } from '../../../texts/frame.ts'

/** Request of a bulk change, or of its undo. */
export type BulkRequest =
  | { path: 'bulk-change'; query?: Readonly<Record<string, QueryValue>>; body: BulkChange }
  | { path: 'bulk-undo'; query?: undefined; body: BulkUndo }

export interface BulkProgress {
  done: number
  /** Number of incidents to change; undefined until the server has counted them. */
  total: number | undefined
}

export interface BulkOutcome {
  total: number
  /** Number of incidents that were processed: changed, rejected, or found to have the wanted value already. */
  done: number
  changed: number
  left: LeftIncident[]
  /** Ranges of the events that record the changes, needed for the undo. */
  events: EventRange[]
  /** `interrupted`: the server or the connection failed, so more than `changed` incidents may have changed. */
  end: 'finished' | 'cancelled' | 'interrupted'
  /** Failure that interrupted the change. */
  error: ApiProblem | undefined
}

/**
 * Changes incidents, and reports the progress. Each request runs for about a second, and its response contains the body
 * of the next request.
 * @param signal cancels the change: once it is aborted, no further request is sent. The outcome includes the request
 *   that was already running.
 * @throws ApiProblem if nothing was changed.
 */
export async function runBulk(
  { path, query, body }: BulkRequest,
  onProgress: (progress: BulkProgress) => void,
  signal: AbortSignal,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = {
    total: 0,
    done: 0,
    changed: 0,
    left: [],
    events: [],
    end: 'interrupted',
    error: undefined,
  }
  let rest: BulkRequest['body'] | undefined = body
  const onLine = (message: BulkMessage) => {
    if ('problem' in message) {
      outcome.error = readProblem(message.problem.status, JSON.stringify(message.problem), () => null)
    } else if ('outcome' in message) outcome.end = 'finished'
    else if ('rest' in message) ({ rest } = message)
    else {
      // Store only the first total, because the totals of later responses count only the remaining incidents.
      if ('total' in message) outcome.total ||= message.total
      else addProgress(outcome, message)
      onProgress({ done: outcome.done, total: outcome.total })
    }
  }
  try {
    while (rest) {
      if (signal.aborted) return { ...outcome, end: 'cancelled' }
      const sent: BulkRequest['body'] = rest
      rest = undefined
      await postLines<BulkMessage>(`/incidents/${path}`, { query, body: sent, onLine })
    }
  } catch (error) {
    if (outcome.done === 0 || !(error instanceof ApiProblem)) throw error
    outcome.error = error
  }
  if (outcome.end === 'finished') return outcome
  outcome.error ??= new ApiProblem(frameTexts.problem.network, { code: 'network', status: 0 })
  if (outcome.done === 0) throw outcome.error
  return outcome
}

function addProgress(outcome: BulkOutcome, piece: Extract<BulkMessage, { done: number }>): void {
  outcome.done += piece.done
  outcome.changed += piece.changed
  outcome.left.push(...piece.left)
  if (piece.events) addRange(outcome.events, piece.events)
}

/** Adds a range of events. Joins adjacent ranges, because the number of ranges in an undo is limited. */
function addRange(ranges: EventRange[], added: EventRange): void {
  const before = ranges.at(-1)
  if (before?.last === added.first - 1) before.last = added.last
  else ranges.push({ ...added })
}
