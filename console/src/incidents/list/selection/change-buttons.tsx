import { Button, Group } from '@mantine/core'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { BulkChange } from '@tocsin/contract/console/bulk-change.ts'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'
import { laterPart } from '../../../keyboard/later-part.tsx'
import { useSession } from '../../../sessions/session.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { AssigneeMenu } from '../../menus/assignee-menu.tsx'
import { PriorityMenu } from '../../menus/priority-menu.tsx'
import { StateMenu } from '../../menus/state-menu.tsx'
import type { IncidentQuery } from '../../search/incident-search.ts'
import type { BulkRun } from './bulk-run.ts'
import classes from './selection-bar.module.css'
import { SelectionKeys, type SelectionField } from './selection-keys.tsx'

const texts = incidentListTexts.bulk

const DeleteDialog = laterPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

interface ChangeButtonsProps {
  /** Selected incidents that the list has loaded. */
  incidents: readonly IncidentResponse[]
  /** Query and count of the list if the user has selected all incidents that match it; otherwise undefined. */
  all: { query: IncidentQuery; count: IncidentCount } | undefined
  onChange: (run: BulkRun) => void
}

/** Buttons that change all selected incidents. */
export function ChangeButtons({ incidents, all, onChange }: ChangeButtonsProps) {
  const { user } = useSession()
  const [open, setOpen] = useState<SelectionField | 'delete'>()
  const placed = (field: SelectionField) => ({
    isInBar: true,
    opened: open === field,
    onOpenedChange: (isOpen: boolean) => setOpen(isOpen ? field : undefined),
  })
  const change = (
    body: BulkChange['change'],
    progress: BulkRun['progress'],
    describe: BulkRun['describe'],
    isUndoable = true,
  ) =>
    onChange({
      request: all
        ? { path: 'bulk-change', query: all.query, body: { change: body } }
        : { path: 'bulk-change', body: { change: body, incidentIds: incidents.map(({ id }) => id) } },
      progress,
      describe,
      isUndoable,
      names: new Map(incidents.map(({ id, name }) => [id, name])),
    })
  const assign = (assigneeId: Uuid | null, name: string | undefined) =>
    change({ assigneeId }, texts.progress.assign, (amount) =>
      name === undefined ? texts.freed(amount) : texts.assigned(amount, name),
    )
  return (
    <Group gap="xs" wrap="nowrap" className={classes.changes!}>
      <SelectionKeys onKey={setOpen} onAssignToMe={() => assign(user.id, user.name)} />
      <StateMenu
        {...placed('stateId')}
        buttonProps={{ className: classes.button! }}
        incidents={incidents}
        isAll={all !== undefined}
        onChoose={({ id, name, nextStateIds }) =>
          change(
            { stateId: id },
            texts.progress.move,
            (amount) => texts.moved(amount, name),
            incidents.some(({ stateId }) => nextStateIds.includes(stateId)),
          )
        }
      >
        {texts.move}
      </StateMenu>
      <AssigneeMenu
        {...placed('assigneeId')}
        value={undefined}
        buttonProps={{ variant: 'default', className: classes.button! }}
        onChoose={assign}
      >
        {texts.assign}
      </AssigneeMenu>
      <PriorityMenu
        {...placed('priority')}
        value={undefined}
        buttonProps={{ variant: 'default', className: classes.button! }}
        onChoose={(priority) =>
          change({ priority }, texts.progress.setPriority, (amount) => texts.prioritized(amount, priority))
        }
      >
        {texts.setPriority}
      </PriorityMenu>
      <Button variant="default" className={classes.button} onClick={() => setOpen('delete')}>
        {texts.delete}
      </Button>
      {open === 'delete' && (
        <DeleteDialog
          count={all?.count ?? { count: incidents.length, hasMore: false }}
          onClose={() => setOpen(undefined)}
          onConfirm={() => {
            setOpen(undefined)
            change({ deleted: true }, texts.progress.delete, texts.deleted)
          }}
        />
      )}
    </Group>
  )
}
