import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'
import { showProblem } from '../../../kit/feedback/show-problem.tsx'
import { useIsShown } from '../../../kit/feedback/use-is-shown.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { changeSelected, type BulkChange } from './change-selected.ts'
import type { UnchangedIncident } from './unchanged-incidents.ts'
import { showUnchanged } from './show-unchanged.tsx'

const texts = incidentListTexts.bulk

/** Updates the selection. @param update receives the ids of the selected incidents and returns the ids to select. */
export type Select = (update: (ids: readonly Uuid[]) => readonly Uuid[]) => void

interface Selected {
  /** Incidents as they were when the change started. The list may have changed before the change is finished. */
  incidents: readonly IncidentResponse[]
  change: BulkChange
  describe: (count: number) => string
}

/**
 * Applies a change to all selected incidents and reports the outcome, even if the user leaves the list before the
 * change is finished. Deselects the changed incidents. Unchanged incidents, and incidents selected during the change,
 * stay selected.
 * @returns `change` starts a change. `total` is the number of incidents of the running change; undefined if no change
 *   is running. `done` is the number of incidents processed so far. `unchanged` contains the incidents that the last
 *   change left unchanged, and `clearUnchanged` empties it.
 */
export function useChangeSelected(onSelect: Select) {
  const [unchanged, setUnchanged] = useState<readonly UnchangedIncident[]>([])
  const [done, setDone] = useState(0)
  const queryClient = useQueryClient()
  const isShown = useIsShown()
  const { mutate, variables, isPending } = useMutation({
    mutationFn: ({ incidents, change }: Selected) =>
      changeSelected(
        incidents.map(({ id }) => id),
        change,
        setDone,
      ),
    onMutate: () => setDone(0),
    onSuccess(outcomes, { incidents, describe }) {
      const others = outcomes
        .map((outcome, index) => ({ ...outcome, name: incidents[index]!.name }))
        .filter(({ became }) => became !== 'changed')
      const changed = new Set(outcomes.filter(({ became }) => became === 'changed').map(({ incidentId }) => incidentId))
      if (changed.size > 0) notifications.show({ title: texts.doneTitle, message: describe(changed.size) })
      if (others.length > 0 && !isShown()) showUnchanged(others)
      setUnchanged(others)
      onSelect((ids) => [...ids, ...others.map(({ incidentId }) => incidentId)].filter((id) => !changed.has(id)))
    },
    onError: (error, { incidents }) => showProblem(texts.failed(incidents.length), error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['incidents'] }),
  })
  return {
    change: mutate,
    total: isPending ? variables.incidents.length : undefined,
    done,
    unchanged,
    clearUnchanged: () => setUnchanged([]),
  }
}
