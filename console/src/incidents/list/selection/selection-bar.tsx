import { CloseButton, Group, Paper, Text } from '@mantine/core'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useState } from 'react'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { AssigneeMenu } from '../../menus/assignee-menu.tsx'
import { PriorityMenu } from '../../menus/priority-menu.tsx'
import { StateMenu } from '../../menus/state-menu.tsx'
import { SelectionKeys, type SelectionField } from './selection-keys.tsx'
import { UnchangedDialog } from './unchanged-dialog.tsx'
import classes from './selection-bar.module.css'
import { useChangeSelected, type Select } from './use-change-selected.ts'

const texts = incidentListTexts.bulk

interface SelectionBarProps {
  /** Selected incidents, except those that the list has not loaded. */
  incidents: readonly IncidentResponse[]
  onSelect: Select
}

/**
 * Bar with the actions for all selected incidents. While a change runs, the bar stays visible. The change applies to
 * the incidents that were selected when it started.
 */
export function SelectionBar({ incidents, onSelect }: SelectionBarProps) {
  const { change, total, done, unchanged, clearUnchanged } = useChangeSelected(onSelect)
  const isChanging = total !== undefined
  const [open, setOpen] = useState<SelectionField>()
  const placed = (field: SelectionField) => ({
    position: 'top-end' as const,
    opened: open === field,
    onOpenedChange: (isOpen: boolean) => setOpen(isOpen ? field : undefined),
  })
  return (
    <>
      {(isChanging || incidents.length > 0) && (
        <Paper component="section" withBorder shadow="md" className={classes.bar} aria-label={texts.bar}>
          <Text component="output" size="sm" fw={600} className={classes.count}>
            {isChanging ? texts.progress(done, total) : texts.selected(incidents.length)}
          </Text>
          <Group gap="xs" wrap="nowrap" className={classes.changes!}>
            {!isChanging && <SelectionKeys onKey={setOpen} />}
            <StateMenu
              {...placed('stateId')}
              buttonProps={{ loading: isChanging, className: classes.button! }}
              incidents={incidents}
              onChoose={({ id, name }) =>
                change({
                  incidents,
                  change: { kind: 'transition', stateId: id },
                  describe: (count) => texts.moved(count, name),
                })
              }
            >
              {texts.move}
            </StateMenu>
            <AssigneeMenu
              {...placed('assigneeId')}
              value={undefined}
              buttonProps={{ variant: 'default', disabled: isChanging, className: classes.button! }}
              onChoose={(assigneeId, name) =>
                change({
                  incidents,
                  change: { kind: 'assign', assigneeId },
                  describe: (count) => (name === undefined ? texts.freed(count) : texts.assigned(count, name)),
                })
              }
            >
              {texts.assign}
            </AssigneeMenu>
            <PriorityMenu
              {...placed('priority')}
              value={undefined}
              buttonProps={{ variant: 'default', disabled: isChanging, className: classes.button! }}
              onChoose={(priority) =>
                change({
                  incidents,
                  change: { kind: 'prioritize', priority },
                  describe: (count) => texts.prioritized(count, priority),
                })
              }
            >
              {texts.prioritize}
            </PriorityMenu>
          </Group>
          <CloseButton size="lg" aria-label={texts.clear} onClick={() => onSelect(() => [])} />
        </Paper>
      )}
      {unchanged.length > 0 && <UnchangedDialog unchanged={unchanged} onClose={clearUnchanged} />}
    </>
  )
}
