import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LeftIncident } from '@tocsin/contract/console/bulk-change.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'
import { warnBeforeUnload } from '../../../browser/warn-before-unload.ts'
import { showProblem } from '../../../kit/feedback/show-problem.tsx'
import { useIsShown } from '../../../kit/feedback/use-is-shown.ts'
import { reportSignOut } from '../../../sessions/report-sign-out.ts'
import { endOfSession } from '../../../sessions/session.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import type { BulkRun, LeftReport } from './bulk-run.ts'
import { reportOutcome } from './report-outcome.ts'
import { runBulk, type BulkProgress } from './run-bulk.ts'
import { showLeft } from './show-left.tsx'
import type { Select } from './use-selection.ts'
import { bulkChangeKey, progressKey, type RunProgress, type StartedRun } from './use-running.ts'

const texts = incidentListTexts.bulk

/**
 * Makes bulk changes and reports the outcome, even if the user leaves the list before the change is finished. Deselects
 * the changed incidents. Incidents that could not be changed, and incidents selected during the change, stay selected.
 * @returns an object; its `left` has the incidents that the last bulk change did not change.
 */
export function useBulkChange(select: Select) {
  const [left, setLeft] = useState<LeftReport>()
  const queryClient = useQueryClient()
  const isShown = useIsShown()
  const { mutate } = useMutation({
    mutationKey: bulkChangeKey,
    // Run bulk changes one after another: the user may request the undo of a change while the next change runs.
    scope: { id: 'bulk-change' },
    mutationFn({ request, stop, session }: StartedRun) {
      const show = (progress: BulkProgress) =>
        queryClient.setQueryData<RunProgress>(progressKey, { ...progress, isStopping: stop.signal.aborted })
      show({ done: 0, total: undefined })
      const running = warnBeforeUnload(runBulk(request, show, AbortSignal.any([stop.signal, session])))
      void reportSignOut(running, session, () => ({ id: 'unfinished-bulk-change', ...texts.signedOut }))
      return running
    },
    onSuccess(outcome, run) {
      if (run.session.aborted) return
      reportOutcome(outcome, run, (undo) => change(undo))
      const incidents = outcome.left.map((one) => ({ ...one, name: one.name ?? run.names.get(one.incidentId) ?? null }))
      const hint = (isUndo(run) ? texts.leftByUndo : texts.leftHint)(incidents.length)
      const report = { incidents, hint }
      if (incidents.length > 0) {
        if (isShown()) setLeft(report)
        else showLeft(report)
      }
      if (!isUndo(run)) select(afterRun(run, outcome))
    },
    onError: (error) => showProblem(texts.failed, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['incidents'] }),
  })
  const change = (run: BulkRun) => mutate({ ...run, stop: new AbortController(), session: endOfSession() })
  return { change, left, clearLeft: () => setLeft(undefined) }
}

const isUndo = ({ request }: BulkRun): boolean => request.path === 'bulk-undo'

/**
 * Returns a function that updates the selection after a bulk change. That function deselects the processed incidents
 * and selects the incidents that could not be changed.
 */
function afterRun({ request }: BulkRun, { done, left }: { done: number; left: readonly LeftIncident[] }) {
  const leftIds = left.map(({ incidentId }) => incidentId)
  const given = request.path === 'bulk-change' ? request.body.incidentIds : undefined
  const processed = given && new Set(given.slice(0, done))
  return (ids: readonly Uuid[]): readonly Uuid[] => [
    ...new Set([...(processed ? ids.filter((id) => !processed.has(id)) : []), ...leftIds]),
  ]
}
