import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateIncident, IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showProblem } from '../../kit/feedback/show-problem.tsx'
import { useIsShown } from '../../kit/feedback/use-is-shown.ts'
import { useAttachFile } from '../../media/use-attach-file.ts'
import { incidentFormTexts } from '../../texts/incident-form.ts'
import { incidentQuery } from '../queries.ts'

export interface Report {
  body: CreateIncident
  files: readonly File[]
}

/** Progress of uploading the files of a report. */
export interface Attaching {
  incident: IncidentResponse
  total: number
  /** Number of files uploaded so far. */
  done: number
  /** Fraction of the current file that is uploaded, from 0 to 1. */
  share: number
  /** Files that could not be uploaded, each with its error. */
  failed: readonly { file: File; error: Error }[]
}

interface ReportEvents {
  /** Called when the incident is created, before the files are uploaded. */
  onCreated: (incident: IncidentResponse) => void
  /** Called when the incident and all files are stored, even after the user has left the page. */
  onDone: (incident: IncidentResponse) => void
}

/**
 * Sends a report: first creates the incident, then uploads the files one after another. If a file fails, the incident
 * and the other files remain. Sending continues after the user has left the page.
 */
export function useReport({ onCreated, onDone }: ReportEvents) {
  const queryClient = useQueryClient()
  const [attaching, setAttaching] = useState<Attaching>()
  const attachFile = useAttachFile()
  const isShown = useIsShown()

  async function attachAll(incident: IncidentResponse, files: readonly File[]): Promise<void> {
    let state: Attaching = { incident, total: files.length, done: 0, share: 0, failed: [] }
    const change = (changed: Partial<Attaching>) => {
      state = { ...state, ...changed }
      setAttaching(state)
    }
    if (files.length > 0) setAttaching(state)
    for (const file of files) {
      try {
        await attachFile({ incidentId: incident.id, file, onProgress: (share) => change({ share }) })
        change({ done: state.done + 1, share: 0 })
      } catch (error) {
        change({ failed: [...state.failed, { file, error: error as Error }], share: 0 })
      }
    }
    void queryClient.invalidateQueries({ queryKey: ['incidents'] })
    if (state.failed.length === 0) onDone(incident)
  }

  const report = useMutation({
    mutationFn: ({ body }: Report) => call<IncidentResponse>('POST', '/incidents', { body }),
    async onSuccess(incident, { files }) {
      queryClient.setQueryData(incidentQuery(incident.id).queryKey, incident)
      onCreated(incident)
      await attachAll(incident, files)
    },
    onError(error) {
      if (!isShown()) showProblem(incidentFormTexts.notReported, error)
    },
  })
  const retryFailed = () => {
    if (attaching)
      void attachAll(
        attaching.incident,
        attaching.failed.map(({ file }) => file),
      )
  }
  return { report, attaching, retryFailed }
}
