import { useNavigate } from '@tanstack/react-router'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { RefObject } from 'react'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useSession } from '../../sessions/session.ts'
import { incidentDetailTexts } from '../../texts/incident-detail.ts'
import { fromOrigin, type Origin } from '../origin/origin.ts'
import { useAssign } from './mutations.ts'
import type { Neighbours } from './header/neighbours.ts'
import { originLink } from '../origin/origin-link.ts'

const texts = incidentDetailTexts.keys

interface DetailShortcuts {
  incident: IncidentResponse
  origin: Origin | undefined
  neighbours: Neighbours
  comment: RefObject<HTMLTextAreaElement | null>
  assignee: RefObject<HTMLInputElement | null>
  priorityButton: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}

export function useDetailShortcuts({ incident, origin, neighbours, onEdit, ...parts }: DetailShortcuts): void {
  const navigate = useNavigate()
  const { user } = useSession()
  const assign = useAssign(incident.id)
  const goTo = (incidentId: Uuid | undefined) => {
    if (!incidentId) return
    void navigate({ to: '/incidents/$incidentId', params: { incidentId }, state: fromOrigin, replace: true })
  }
  useShortcuts(incidentDetailTexts.shortcuts, [
    { keys: 'e', description: texts.edit, action: onEdit },
    { keys: 'm', description: texts.comment, action: () => parts.comment.current?.focus() },
    { keys: 'a', description: texts.assign, action: () => parts.assignee.current?.focus() },
    { keys: 'i', description: texts.assignToMe, action: () => assign.mutate(user.id) },
    { keys: 'p', description: texts.prioritize, action: () => parts.priorityButton.current?.click() },
    { keys: 'j', description: texts.next, action: () => goTo(neighbours.nextId) },
    { keys: 'k', description: texts.previous, action: () => goTo(neighbours.previousId) },
    { keys: 'u', description: texts.back, action: () => void navigate(originLink(origin)) },
  ])
}
