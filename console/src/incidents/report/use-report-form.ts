import { useNavigate } from '@tanstack/react-router'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useMemo, useState, type SyntheticEvent } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { useIsShown } from '../../kit/feedback/use-is-shown.ts'
import { useNamesOfOne } from '../use-names.ts'
import { checkEntries, textsOf, type FieldErrors } from '../../incident-form/check-entries.ts'
import { withoutFields, type Entered } from '../../incident-form/entries.ts'
import { focusFirst, incompleteTimes } from '../../incident-form/field-context.ts'
import { checkReport } from '../../incident-form/check-report.ts'
import { storeLastLocation } from './last-location.ts'
import { showReported } from './show-reported.tsx'
import { assignFiles } from './files/stored-files.ts'
import { useDraftFiles } from './files/use-draft-files.ts'
import type { ReportDraft } from './use-report-draft.ts'
import { useReport } from './use-report.ts'

export interface ReportFormSource {
  userId: Uuid
  draft: ReportDraft
  /** Files of the draft that the browser has stored. */
  storedFiles: readonly File[]
  /** Configuration revision that defines the form. */
  configuration: CreationConfiguration
}

/**
 * State and actions of the report form. Does not send a report that violates the rules. If the server reports a
 * violation, the field shows it until the user changes the field.
 */
export function useReportForm({ draft, configuration, storedFiles, userId }: ReportFormSource) {
  const navigate = useNavigate()
  const isShown = useIsShown()
  const chosen = useDraftFiles(userId, storedFiles)
  const [isAttempted, setAttempted] = useState(false)
  const [rejections, setRejections] = useState<FieldErrors>({})
  const { entries, clientRequestId } = draft
  const checked = useMemo(
    () => checkReport(configuration, clientRequestId, entries),
    [configuration, clientRequestId, entries],
  )
  const { report, attaching } = useReport({
    onCreated({ locationId }) {
      draft.forget()
      if (locationId) storeLastLocation(userId, locationId)
    },
    onDone(incident) {
      showReported(incident, navigate)
      if (isShown()) void navigate({ to: '/incidents/$incidentId', params: { incidentId: incident.id }, replace: true })
    },
  })
  const names = useNamesOfOne({ ...checked.shown, creationConfigVersion: configuration.revision })
  const errors = { ...rejections, ...(isAttempted ? checked.errors : checkEntries(entries)) }

  const showRejections = (error: Error) => {
    draft.unlock()
    if (!(error instanceof ApiProblem)) return
    const found = textsOf(error.violations)
    setRejections(found)
    focusFirst(found)
  }
  return {
    files: {
      ...chosen,
      add(files: readonly File[]) {
        draft.begin(configuration.revision)
        chosen.add(files)
      },
    },
    checked,
    errors,
    names,
    report,
    attaching,
    /** Violations to list above the form. There are none before the first attempt to send the report. */
    listed: isAttempted ? errors : rejections,
    onEnter(entered: Entered) {
      setRejections((before) => withoutFields(before, Object.keys(entered)))
      draft.enter(entered, configuration.revision)
    },
    /**
     * Continues with another configuration revision. Removes the server's violations, because they refer to the
     * previous revision.
     */
    follow(revision: number) {
      draft.follow(revision)
      report.reset()
      setRejections({})
    },
    submit(event: SyntheticEvent<HTMLFormElement>) {
      event.preventDefault()
      if (report.isPending) return
      setAttempted(true)
      const incomplete = incompleteTimes(event.currentTarget)
      setRejections(incomplete)
      const found = { ...checked.errors, ...incomplete }
      if (Object.keys(found).length > 0) return focusFirst(found)
      // The default is sent in place of an empty time, so show the default.
      if (entries.occurredAt === '') draft.enter({ occurredAt: undefined }, configuration.revision)
      draft.lock()
      report.mutate({ body: checked.body, files: chosen.files }, { onError: showRejections })
    },
    /**
     * Forgets the draft and assigns its files to the incident that an earlier attempt to send the report has created.
     */
    open(incidentId: Uuid) {
      draft.forget()
      void assignFiles(userId, { incident: { id: incidentId }, files: chosen.files })
    },
    discard() {
      draft.discard()
      chosen.clear()
      report.reset()
      setAttempted(false)
      setRejections({})
    },
  }
}
