import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useRef, useState } from 'react'
import { ApiProblem } from '../../../api/api-problem.ts'
import type { Entries } from '../../../incident-form/entries.ts'
import { isOfFields, textsOf } from '../../../incident-form/check-entries.ts'
import { showProblem } from '../../../kit/feedback/show-problem.tsx'
import { useSession } from '../../../sessions/session.ts'
import { incidentFactTexts as texts } from '../../../texts/incident-facts.ts'
import { fieldTexts } from '../../../texts/incident-form.ts'
import { labelledField } from '../../facts/describe-fact-change.ts'
import type { MenuField } from '../../facts/fact-menu.tsx'
import { useChangeFact, type FactConflict } from '../../facts/use-change-fact.ts'
import { usePendingFacts } from '../../facts/use-pending-facts.ts'
import { readEdit } from '../edit/stored-edit.ts'
import { typedFacts, typedFactNames, type TypedFact } from './typed-facts.ts'

export type FactName = MenuField | TypedFact

/** Reason for which a choice was not stored: another user's change of the fact, or a rule of the report form. */
export type FactTrouble = { conflict: FactConflict } | { rejection: string }

/**
 * State of the facts of an incident: which editors are open, the choices that are being saved, and choices that were
 * not stored.
 * @param onFormNeeded called with a choice that the server rejects because of other fields. For example, a new type may
 *   require a category. The caller opens the form for all fields, with this choice entered.
 */
export function useFacts(incident: IncidentResponse, onFormNeeded: (entries: Entries) => void) {
  const { user } = useSession()
  const [open, setOpen] = useState<readonly FactName[]>(() =>
    typedFactNames.filter((fact) => readEdit({ userId: user.id, incidentId: incident.id, fact })),
  )
  const [troubles, setTroubles] = useState<Partial<Record<FactName, FactTrouble | undefined>>>({})
  const closed = useRef<FactName>(undefined)
  const withPending = usePendingFacts()
  const dismiss = (fact: FactName) => setTroubles((former) => ({ ...former, [fact]: undefined }))
  const change = useChangeFact({
    onConflict: (conflict) => setTroubles((former) => ({ ...former, [labelledField(conflict.patch)]: { conflict } })),
    onRejected(error, { patch }) {
      const field = labelledField(patch)
      const rejections = error instanceof ApiProblem ? textsOf(error.violations) : {}
      if (!isOfFields(error)) return showProblem(texts.failed(fieldTexts[field]), error)
      const own = Object.keys(rejections).every((each) => each === field)
      if (!own) return onFormNeeded({ [field]: patch[field as keyof PatchIncident] } as Entries)
      setTroubles((former) => ({ ...former, [field]: { rejection: Object.values(rejections)[0]! } }))
    },
  })
  return {
    /** Incident with the choices that are still being saved. */
    shown: withPending(incident),
    isOpen: (fact: FactName) => open.includes(fact),
    setOpen(fact: FactName, isOpen: boolean) {
      closed.current = isOpen ? undefined : fact
      setOpen((former) => [...former.filter((each) => each !== fact), ...(isOpen ? [fact] : [])])
    },
    /**
     * Returns true at the first call after the editor of the fact was closed. The fact's button then takes the focus.
     */
    takeClosed(fact: FactName): boolean {
      if (closed.current !== fact) return false
      closed.current = undefined
      return true
    },
    closeTyped: () => setOpen((former) => former.filter((fact) => !(fact in typedFacts))),
    troubleOf: (fact: FactName): FactTrouble | undefined => troubles[fact],
    dismiss,
    choose(patch: PatchIncident, seen: IncidentResponse = incident) {
      dismiss(labelledField(patch) as FactName)
      change.mutate({ incident: seen, patch })
    },
  }
}

export type Facts = ReturnType<typeof useFacts>
