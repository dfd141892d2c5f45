import { notifications } from '@mantine/notifications'
import { showProblem } from '../../../kit/feedback/show-problem.tsx'
import { showUndo } from '../../../kit/feedback/show-undo.tsx'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import type { BulkOutcome } from './run-bulk.ts'
import type { BulkRun } from './bulk-run.ts'

const texts = incidentListTexts.bulk

/**
 * Time in milliseconds during which the user can undo a bulk change: longer than after a single change, because there
 * are more incidents to check.
 */
const undoMs = 30_000

/**
 * Shows a message about the result of a bulk change, with a button that undoes the bulk change.
 * @param undo called with the bulk change that restores the former values.
 */
export function reportOutcome(outcome: BulkOutcome, run: BulkRun, undo: (run: BulkRun) => void): void {
  if (outcome.error) showProblem(texts.interrupted, outcome.error)
  const message = messageOf(outcome, run)
  if (!run.isUndoable || outcome.changed === 0) notifications.show({ message, role: 'status' })
  else showUndo(message, () => undo(undoOf(outcome, run)), undoMs)
}

function messageOf({ end, total, done, changed, left }: BulkOutcome, { describe }: BulkRun): string {
  const unchanged = done - changed - left.length
  const amount = texts.amount(changed, end === 'finished' ? changed : total)
  return [
    end === 'cancelled' && texts.stopped,
    changed > 0 || end !== 'finished' ? `${describe(amount)}.` : texts.nothingChanged,
    unchanged > 0 && texts.neededNoChange(unchanged),
    end === 'finished' && total > done && texts.goneMeanwhile(total - done),
    end === 'interrupted' && texts.maybeMore,
  ]
    .filter((part) => part !== false)
    .join(' ')
}

const undoOf = ({ events }: BulkOutcome, { names }: BulkRun): BulkRun => ({
  request: { path: 'bulk-undo', body: { events } },
  progress: texts.progress.undo,
  describe: texts.undone,
  isUndoable: false,
  names,
})
