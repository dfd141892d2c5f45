import { useNavigate } from '@tanstack/react-router'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { useMemo, useState, type SyntheticEvent } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { useChosenFiles } from '../../media/use-chosen-files.ts'
import { useNamesOfOne } from '../use-names.ts'
import { checkEntries, textsOf, type FieldErrors } from '../../incident-form/check-entries.ts'
import { withoutFields, type Entered } from '../../incident-form/entries.ts'
import { focusFirst, incompleteTimes } from '../../incident-form/field-context.ts'
import { checkReport } from '../../incident-form/check-report.ts'
import type { ReportDraft } from './use-report-draft.ts'
import { useReport } from './use-report.ts'

/**
 * State and actions of the report form. Does not send a report that violates the rules. If the server reports a
 * violation, the field shows it until the user changes the field.
 */
export function useReportForm(draft: ReportDraft, configuration: CreationConfiguration) {
  const navigate = useNavigate()
  const chosen = useChosenFiles()
  const [isAttempted, setAttempted] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const { entries, clientRequestId } = draft
  const checked = useMemo(
    () => checkReport(configuration, clientRequestId, entries),
    [configuration, clientRequestId, entries],
  )
  const { report, attaching, retryFailed } = useReport(draft.forget, ({ id }) =>
    navigate({ to: '/incidents/$incidentId', params: { incidentId: id }, replace: true }),
  )
  const names = useNamesOfOne({ ...checked.shown, creationConfigVersion: configuration.revision })
  const errors = { ...refused, ...(isAttempted ? checked.errors : checkEntries(entries)) }

  const refuse = (error: Error) => {
    draft.unlock()
    if (!(error instanceof ApiProblem)) return
    const found = textsOf(error.violations)
    setRefused(found)
    focusFirst(found)
  }
  return {
    chosen,
    checked,
    errors,
    names,
    report,
    attaching,
    retryFailed,
    /**
     * Violations to list above the form. Before the first attempt to send, only violations that the server has
     * reported.
     */
    listed: isAttempted ? errors : refused,
    onEnter(entered: Entered) {
      setRefused((before) => withoutFields(before, Object.keys(entered)))
      draft.enter(entered, configuration.revision)
    },
    /**
     * Continues with another configuration revision. Removes the server's violations, because they refer to the
     * previous revision.
     */
    follow(revision: number) {
      draft.follow(revision)
      report.reset()
      setRefused({})
    },
    submit(event: SyntheticEvent<HTMLFormElement>) {
      event.preventDefault()
      if (report.isPending) return
      setAttempted(true)
      const incomplete = incompleteTimes(event.currentTarget)
      setRefused(incomplete)
      const found = { ...checked.errors, ...incomplete }
      if (Object.keys(found).length > 0) return focusFirst(found)
      // The default is sent in place of an empty time, so show the default.
      if (entries.occurredAt === '') draft.enter({ occurredAt: undefined }, configuration.revision)
      draft.lock()
      report.mutate({ body: checked.body, files: chosen.files }, { onError: refuse })
    },
    discard() {
      draft.discard()
      chosen.clear()
      report.reset()
      setAttempted(false)
      setRefused({})
    },
  }
}
