import { Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'
import { showProblemOf } from '../../frame/show-problem.tsx'
import { useIsShown } from '../../frame/use-is-shown.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { AssignMenu } from './assign-menu.tsx'
import { changeSelected, type BulkChange } from './change-selected.ts'
import { MoveMenu } from './move-menu.tsx'
import type { RemainingIncident } from './remaining.ts'
import { RemainingDialog } from './remaining-dialog.tsx'
import { showRemaining } from './show-remaining.tsx'
import classes from './selection-bar.module.css'

const texts = incidentListTexts.bulk

interface SelectionBarProps {
  /** Those selected that are loaded. */
  incidents: readonly IncidentResponse[]
  /** @param update makes the ids that are selected from now on of those that are selected until then. */
  onSelect: (update: (ids: readonly Uuid[]) => readonly Uuid[]) => void
}

interface Selected {
  /** As they were when the change was chosen: the list goes on while it is made. */
  incidents: readonly IncidentResponse[]
  change: BulkChange
  describe: (count: number) => string
}

/**
 * What can be done with all selected Incidents at once, over the end of the list. A change goes on with what was selected
 * when it was chosen, and stays in sight until it is done. What was changed is no longer selected then, what was not stays
 * so, and what was selected meanwhile, too.
 */
export function SelectionBar({ incidents, onSelect }: SelectionBarProps) {
  const [remaining, setRemaining] = useState<readonly RemainingIncident[]>([])
  const [done, setDone] = useState(0)
  const queryClient = useQueryClient()
  const isShown = useIsShown()
  const { mutate, variables, isPending } = useMutation({
    mutationFn: ({ incidents: selected, change }: Selected) =>
      changeSelected(
        selected.map(({ id }) => id),
        change,
        setDone,
      ),
    onMutate: () => setDone(0),
    onSuccess(outcomes, { incidents: selected, describe }) {
      const others = outcomes
        .map((outcome, index) => ({ ...outcome, name: selected[index]!.name }))
        .filter(({ became }) => became !== 'changed')
      const changed = new Set(outcomes.filter(({ became }) => became === 'changed').map(({ incidentId }) => incidentId))
      if (changed.size > 0) notifications.show({ title: texts.doneTitle, message: describe(changed.size) })
      if (others.length > 0 && !isShown()) showRemaining(others)
      setRemaining(others)
      onSelect((ids) => [...ids, ...others.map(({ incidentId }) => incidentId)].filter((id) => !changed.has(id)))
    },
    onError: (error, { incidents: selected }) => showProblemOf(texts.failed(selected.length), error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['incidents'] }),
  })

  return (
    <>
      {(isPending || incidents.length > 0) && (
        <Paper component="section" withBorder shadow="md" className={classes.bar} aria-label={texts.bar}>
          <Text component="output" size="sm" fw={600} className={classes.count}>
            {isPending ? texts.progress(done, variables.incidents.length) : texts.selected(incidents.length)}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <MoveMenu
              incidents={incidents}
              onChoose={({ id, name }) =>
                mutate({
                  incidents,
                  change: { kind: 'transition', stateId: id },
                  describe: (count) => texts.moved(count, name),
                })
              }
            >
              <Button loading={isPending} className={classes.button}>
                {texts.move}
              </Button>
            </MoveMenu>
            <AssignMenu
              disabled={isPending}
              onChoose={(assigneeId, name) =>
                mutate({
                  incidents,
                  change: { kind: 'assign', assigneeId },
                  describe: (count) => (name === undefined ? texts.freed(count) : texts.assigned(count, name)),
                })
              }
            />
            <CloseButton size="lg" aria-label={texts.clear} onClick={() => onSelect(() => [])} />
          </Group>
        </Paper>
      )}
      {remaining.length > 0 && <RemainingDialog remaining={remaining} onClose={() => setRemaining([])} />}
    </>
  )
}
