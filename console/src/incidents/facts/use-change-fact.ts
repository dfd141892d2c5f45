import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useRef } from 'react'
import { isProblem } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { isSame } from '../../api/is-same.ts'
import { statesQuery } from '../../workflow/queries.ts'
import { incidentQuery } from '../queries.ts'
import { useStoreResponse } from '../use-store-response.ts'
import { useUndo } from '../use-undo.ts'
import { changerOf } from './changer-of.ts'
import { describeFactChange } from './describe-fact-change.ts'

export interface FactChange {
  /** Incident as the user saw it when choosing the new value. */
  incident: IncidentResponse
  patch: PatchIncident
}

/** Conflict of a change: somebody else has changed the same fact since the user saw it. */
export interface FactConflict extends FactChange {
  /** Incident as stored now, with the other user's change. */
  incident: IncidentResponse
  /** Name of the user who has changed the same fact; undefined if the name is not known. */
  changedBy: string | undefined
}

/** Key of all mutations that change a fact of an incident. */
export const factChangeKey = ['incidents', 'change-fact']

interface Reactions {
  onConflict: (conflict: FactConflict) => void
  onRejected: (error: Error, change: FactChange) => void
}

/**
 * Returns a mutation that changes one fact of an incident and offers to undo the change. Changes that other users made
 * to other facts are not lost. If somebody else has changed the same fact, nothing is stored, and the user decides
 * between the two values.
 */
export function useChangeFact({ onConflict, onRejected }: Reactions) {
  const queryClient = useQueryClient()
  const store = useStoreResponse()
  const { offerUndo } = useUndo()
  const lastSaved = useRef<IncidentResponse>(undefined)
  return useMutation({
    mutationKey: factChangeKey,
    // Send changes one after another, so that the user's last choice wins.
    scope: { id: 'incident-facts' },
    async mutationFn({ incident, patch }: FactChange) {
      // An earlier change by the same user is no conflict, even if its response came after the user chose a new value.
      const saved = lastSaved.current
      const seen = saved?.id === incident.id && saved.version > incident.version ? saved : incident
      return send(queryClient, { incident: seen, patch })
    },
    async onSuccess(outcome, { patch }) {
      if ('conflict' in outcome) {
        store.changed(outcome.conflict.incident)
        return onConflict(outcome.conflict)
      }
      const { before, after } = outcome
      lastSaved.current = after
      store.changed(after)
      if (after.version === before.version) return
      const next = queryClient.getQueryData(statesQuery.queryKey)?.find(({ id }) => id === after.stateId)
      // Offer no undo of a move if the workflow has no transition back.
      const isAllowed = patch.stateId === undefined || next?.nextStateIds.includes(before.stateId) === true
      offerUndo(describeFactChange(patch, next?.name), { before, after, former: formerOf(before, patch) }, isAllowed)
    },
    onError(error, change) {
      onRejected(error, change)
      // Reload, because somebody may have changed the incident or the workflow.
      void store.refresh()
    },
  })
}

type Outcome = { before: IncidentResponse; after: IncidentResponse } | { conflict: FactConflict }

async function send(queryClient: QueryClient, { incident: before, patch }: FactChange): Promise<Outcome> {
  try {
    const headers = { 'if-match': `"${before.version}"` }
    const after = await call<IncidentResponse>('PATCH', `/incidents/${before.id}`, { body: patch, headers })
    return { before, after }
  } catch (error) {
    if (!isProblem(error, 'incident_changed')) throw error
    const incident = await queryClient.fetchQuery({ ...incidentQuery(before.id), staleTime: 0 })
    const fields = fieldsOf(patch)
    if (fields.every((field) => isSame(before[field], incident[field]))) return send(queryClient, { incident, patch })
    return { conflict: { incident, patch, changedBy: await changerOf(queryClient, incident.id, fields) } }
  }
}

/** Returns the changed fields. The type excludes `comment`, because changes of facts have no comment. */
const fieldsOf = (patch: PatchIncident) => Object.keys(patch) as (keyof PatchIncident & keyof IncidentResponse)[]

const formerOf = (before: IncidentResponse, patch: PatchIncident): PatchIncident =>
  Object.fromEntries(fieldsOf(patch).map((field) => [field, before[field]]))
