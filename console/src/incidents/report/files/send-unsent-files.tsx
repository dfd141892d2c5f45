import { notifications } from '@mantine/notifications'
import { useLocation, useParams } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isProblem } from '../../../api/api-problem.ts'
import { exclusively } from '../../../browser/exclusively.ts'
import { showProblem } from '../../../kit/feedback/show-problem.tsx'
import { useIsShown } from '../../../kit/feedback/use-is-shown.ts'
import { endOfSession, useSession } from '../../../sessions/session.ts'
import { incidentFormTexts } from '../../../texts/incident-form.ts'
import { mediaTexts } from '../../../texts/media.ts'
import { forgetFile, readUnsentFiles, type UnsentFiles } from './stored-files.ts'
import { attachingLock, useAttachFiles } from './use-attach-files.ts'

/**
 * Uploads files that the browser still stores from the user's reports, because a page was closed or a connection broke.
 * When the console or the report form opens, uploads all of them. When an incident opens, uploads its files.
 */
export function SendUnsentFiles() {
  const { user } = useSession()
  const attachFiles = useAttachFiles()
  const isShown = useIsShown()
  const incidentId = useOpenIncidentId()
  const isReporting = useLocation().pathname === '/incidents/new'
  const isFirst = useRef(true)

  const send = useEffectEvent((isWanted: (unsent: UnsentFiles) => boolean) => {
    const session = endOfSession()
    return exclusively(attachingLock(user.id), async () => {
      // Read the files only after other tabs have released the lock, because these tabs may have sent some files.
      for (const unsent of (await readUnsentFiles(user.id)).filter(isWanted)) {
        if (!isShown()) return
        const hide = showSending(unsent)
        const { failed } = await attachFiles(unsent, session)
        hide()
        for (const { file, error } of failed) {
          showProblem(mediaTexts.notAttached(file.name), error)
          // The stored file itself is lost, so another attempt would fail too.
          if (isProblem(error, 'file_unreadable')) await forgetFile(user.id, unsent.incident, file)
        }
      }
    })
  })
  useEffect(() => {
    if (isFirst.current || isReporting) void send(() => true)
    else if (incidentId) void send(({ incident }) => incident.id === incidentId)
    isFirst.current = false
  }, [incidentId, isReporting])
  return null
}

/** Returns the id of the incident on the page or beside the list; undefined if no incident is open. */
function useOpenIncidentId(): Uuid | undefined {
  const { incidentId } = useParams({ strict: false })
  const { open } = useLocation().search
  return incidentId ?? open
}

/** Shows a message while files are sent. Returns a function that hides the message. */
function showSending({ incident, files }: UnsentFiles): () => void {
  const id = notifications.show({
    loading: true,
    autoClose: false,
    // Screen readers announce a message with this role without interrupting the user.
    role: 'status',
    message: incidentFormTexts.attaching.resumed(files.length, incident),
  })
  return () => notifications.hide(id)
}
