import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateIncident, IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { exclusively } from '../../browser/exclusively.ts'
import { showProblem } from '../../kit/feedback/show-problem.tsx'
import { useIsShown } from '../../kit/feedback/use-is-shown.ts'
import { endOfSession, useSession } from '../../sessions/session.ts'
import { incidentFormTexts } from '../../texts/incident-form.ts'
import { incidentQuery } from '../queries.ts'
import { assignFiles, forgetFile } from './files/stored-files.ts'
import { attachingLock, beginAttaching, useAttachFiles, type Attaching } from './files/use-attach-files.ts'

/**
 * Maximum time in milliseconds to wait until another tab has uploaded its files. The time is limited, because a phone
 * may have suspended the other tab. If two tabs upload a file, the server stores it once.
 */
const lockMaximumMs = 5_000

export interface Report {
  body: CreateIncident
  files: readonly File[]
}

interface ReportEvents {
  /** Called when the incident is created, before the files are uploaded. */
  onCreated: (incident: IncidentResponse) => void
  /** Called when the incident and all files are stored, even after the user has left the page. */
  onDone: (incident: IncidentResponse) => void
}

/**
 * Sends a report: first creates the incident, then uploads the files one after another. If a file fails, the incident
 * and the other files remain. Sending continues after the user has left the page. After a reload, `SendUnsentFiles`
 * uploads the remaining files.
 */
export function useReport({ onCreated, onDone }: ReportEvents) {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const [attaching, setAttaching] = useState<Attaching & { incident: IncidentResponse }>()
  const attachFiles = useAttachFiles()
  const isShown = useIsShown()

  async function attachAll(incident: IncidentResponse, files: readonly File[], session: AbortSignal): Promise<void> {
    const unsent = { incident, files }
    const show = (state: Attaching) => setAttaching({ ...state, incident })
    show(beginAttaching(unsent))
    const attach = () => attachFiles(unsent, session, show)
    const { done, total } = await exclusively(attachingLock(user.id), attach, lockMaximumMs)
    if (done === total) onDone(incident)
  }

  const report = useMutation({
    mutationFn: ({ body }: Report) => call<IncidentResponse>('POST', '/incidents', { body }),
    // Take the signal of the session before the request is sent, because another user may have signed in when the
    // response arrives.
    onMutate: () => endOfSession(),
    async onSuccess(incident, { files }, session) {
      queryClient.setQueryData(incidentQuery(incident.id).queryKey, incident)
      if (files.length > 0) await assignFiles(user.id, { incident, files })
      onCreated(incident)
      if (files.length > 0) return attachAll(incident, files, session)
      void queryClient.invalidateQueries({ queryKey: ['incidents'] })
      onDone(incident)
    },
    onError(error) {
      if (!isShown()) showProblem(incidentFormTexts.notReported, error)
    },
  })
  return {
    report,
    attaching: attaching && {
      ...attaching,
      /** Uploads the failed files again. */
      retry: () => void attachAll(attaching.incident, filesOf(attaching), endOfSession()),
      /** Deletes the failed files from the browser's storage. */
      giveUp: () => filesOf(attaching).forEach((file) => void forgetFile(user.id, attaching.incident, file)),
    },
  }
}

const filesOf = ({ failed }: Attaching): readonly File[] => failed.map(({ file }) => file)
