import { Button, Skeleton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import { ReservedRoom } from '../../../kit/pages/reserved-room.tsx'
import { incidentFactTexts as texts } from '../../../texts/incident-facts.ts'
import { statesQuery } from '../../../workflow/queries.ts'
import classes from '../detail.module.css'
import type { Facts } from '../facts/use-facts.ts'

/**
 * Button that moves the incident to the next allowed state in the order of the workflow. If there is none, the button
 * moves to the first allowed state. The menu of the state has the other allowed states.
 */
export function NextStep({ facts }: { facts: Facts }) {
  const { data: states } = useQuery(statesQuery)
  if (!states) {
    return (
      <Skeleton w="fit-content" px={28} fz="sm" fw={600} className={classes.transition!}>
        <ReservedRoom text={texts.nextStep(texts.someState)} />
      </Skeleton>
    )
  }
  const state = states.find(({ id }) => id === facts.shown.stateId)
  const allowed = states.filter(({ id }) => state?.nextStateIds.includes(id)) ?? []
  if (!state || allowed.length === 0) return null
  const order = ({ id }: Pick<WorkflowState, 'id'>) => states.findIndex((each) => each.id === id)
  const next = allowed.find((each) => order(each) > order(state)) ?? allowed[0]!
  return (
    <Button
      variant={state.isFinal ? 'default' : 'filled'}
      classNames={{ root: classes.transition!, label: classes.transitionLabel! }}
      rightSection={<IconArrowRight size={16} aria-hidden />}
      // Ignore the repetitions of a held Enter key, because each would move the incident once more.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onClick={({ detail }) => {
        // Ignore the second click of a double click, because it would move the incident once more.
        if (detail <= 1) facts.choose({ stateId: next.id })
      }}
    >
      {texts.nextStep(next.name)}
    </Button>
  )
}
