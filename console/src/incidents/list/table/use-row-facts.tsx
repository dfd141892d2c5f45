import { notifications } from '@mantine/notifications'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { use, useEffect, useState, type ReactNode } from 'react'
import { showProblem } from '../../../kit/feedback/show-problem.tsx'
import { useSession } from '../../../sessions/session.ts'
import { incidentFactTexts as texts } from '../../../texts/incident-facts.ts'
import { fieldTexts } from '../../../texts/incident-form.ts'
import { labelledField } from '../../facts/describe-fact-change.ts'
import { FactConflictChoice } from '../../facts/fact-conflict.tsx'
import type { MenuField } from '../../facts/fact-menu.tsx'
import { useChangeFact, type FactConflict } from '../../facts/use-change-fact.ts'
import { usePendingFacts } from '../../facts/use-pending-facts.ts'
import { NamesContext } from '../../names-context.ts'
import { RowMenu } from './row-menu.tsx'

interface OpenMenu {
  field: MenuField
  incidentId: string
  /** Place of the row in the window when the menu was opened, in pixels. */
  place: { left: number; top: number }
}

interface RowFacts {
  openMenu: (field: MenuField, row: IncidentResponse, place: OpenMenu['place']) => void
  assignToMe: (row: IncidentResponse) => void
  /** Menu of a row, to render beside the table. */
  menu: ReactNode
}

/**
 * Changes single facts of the incidents in a list.
 * @param incidents loaded incidents. The open menu shows the current facts of its incident.
 * @param onClosed called after a menu has closed, to return the focus to the row.
 */
export function useRowFacts(incidents: readonly IncidentResponse[] | undefined, onClosed: () => void): RowFacts {
  const { user } = useSession()
  const { names } = use(NamesContext)
  const [open, setOpen] = useState<OpenMenu>()
  const withPending = usePendingFacts()
  const change = useChangeFact({
    onConflict: (conflict) => showConflict(conflict),
    onRejected: (error, { patch }) => showProblem(texts.failed(fieldTexts[labelledField(patch)]), error),
  })

  function showConflict(conflict: FactConflict): void {
    const id = notifications.show({
      color: 'yellow',
      autoClose: false,
      message: (
        <FactConflictChoice
          conflict={conflict}
          names={names}
          onKeepMine={() => {
            notifications.hide(id)
            change.mutate({ incident: conflict.incident, patch: conflict.patch })
          }}
          onTakeTheirs={() => notifications.hide(id)}
        />
      ),
    })
  }

  function close(): void {
    setOpen(undefined)
    onClosed()
  }

  const listed = incidents?.find(({ id }) => id === open?.incidentId)
  // An incident may leave the list while its menu is open. The menu must not open again when the incident comes back.
  const hasLeft = open !== undefined && incidents !== undefined && !listed
  useEffect(() => {
    if (hasLeft) close()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasLeft])

  const incident = listed && withPending(listed)
  return {
    openMenu: (field, row, place) => setOpen({ field, incidentId: row.id, place }),
    assignToMe(row) {
      if (row.assigneeId !== user.id) return change.mutate({ incident: row, patch: { assigneeId: user.id } })
      notifications.show({ message: texts.alreadyMine, role: 'status' })
    },
    menu: open && listed && incident && (
      <RowMenu
        key={`${open.field} ${incident.id}`}
        field={open.field}
        incident={incident}
        place={open.place}
        onChoose={(patch) => change.mutate({ incident: listed, patch })}
        onClose={close}
      />
    ),
  }
}
