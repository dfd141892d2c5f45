import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { RefObject } from 'react'
import { focusFirst } from '../../incident-form/field-context.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useSession } from '../../sessions/session.ts'
import { incidentDetailTexts } from '../../texts/incident-detail.ts'
import { incidentFactTexts } from '../../texts/incident-facts.ts'
import { copyLink } from '../copy-incident.ts'
import { factKeys } from '../facts/fact-keys.ts'
import type { MenuField } from '../facts/fact-menu.tsx'
import { fromOrigin, type Origin } from '../origin/origin.ts'
import { originLink } from '../origin/origin-link.ts'
import type { Facts } from './facts/use-facts.ts'
import type { Neighbours } from './header/neighbours.ts'

const texts = incidentDetailTexts.keys

interface DetailShortcuts {
  incident: IncidentResponse
  origin: Origin | undefined
  neighbours: Neighbours
  facts: Facts
  comment: RefObject<HTMLTextAreaElement | null>
  /** True while the form for all fields is open. The keyboard shortcuts of facts then focus the fields of this form. */
  isFormOpen: boolean
  onEdit: () => void
}

export function useDetailShortcuts({
  incident,
  facts,
  origin,
  neighbours,
  comment,
  isFormOpen,
  onEdit,
}: DetailShortcuts): void {
  const navigate = useNavigate()
  const { user } = useSession()
  const goTo = (incidentId: Uuid | undefined) => {
    if (!incidentId) return
    void navigate({ to: '/incidents/$incidentId', params: { incidentId }, state: fromOrigin, replace: true })
  }
  useShortcuts(incidentDetailTexts.shortcuts, [
    { keys: 'e', description: texts.edit, action: onEdit },
    { keys: 'm', description: texts.comment, action: () => comment.current?.focus() },
    ...factKeys.map(({ keys, field, description }) => ({
      keys,
      description,
      action() {
        if (isFormOpen && isInForm(field)) focusFirst({ [field]: '' })
        else facts.setOpen(field, true)
      },
    })),
    {
      keys: 'a',
      description: incidentFactTexts.keys.assignToMe,
      action() {
        if (facts.shown.assigneeId !== user.id) return facts.choose({ assigneeId: user.id })
        notifications.show({ message: incidentFactTexts.alreadyMine, role: 'status' })
      },
    },
    { keys: 'y', description: incidentFactTexts.keys.copyLink, action: () => void copyLink(incident) },
    ...(neighbours.nextId ? [{ keys: 'j', description: texts.next, action: () => goTo(neighbours.nextId) }] : []),
    ...(neighbours.previousId
      ? [{ keys: 'k', description: texts.previous, action: () => goTo(neighbours.previousId) }]
      : []),
    { keys: 'u', description: texts.back, action: () => void navigate(originLink(origin)) },
  ])
}

const isInForm = (field: MenuField): boolean => field !== 'stateId' && field !== 'assigneeId'
