import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useRef } from 'react'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { statesQuery } from '../../workflow/queries.ts'
import { StateLabel } from '../../workflow/state-label.tsx'
import { useTransition } from '../use-transition.ts'
import classes from './detail.module.css'

/** Shows the state of the incident, with one button for each transition that the workflow allows. */
export function StatePanel({ incident }: { incident: IncidentResponse }) {
  const { data: states, error, refetch } = useQuery(statesQuery)
  const transition = useTransition()
  const panel = useRef<HTMLElement>(null)
  const state = states?.find(({ id }) => id === incident.stateId)
  const next = states?.filter(({ id }) => state?.nextStateIds.includes(id)) ?? []
  return (
    <section ref={panel} tabIndex={-1} aria-label={texts.state}>
      <Stack gap="xs" mih={80}>
        {!states && <ProblemAlert title={texts.statesFailed} error={error} onRetry={() => void refetch()} />}
        {state && (
          <output>
            <StateLabel state={state} />
          </output>
        )}
        {state && next.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.noTransitions}
          </Text>
        )}
        <Group gap="xs">
          {next.map((toState) => (
            <Button
              key={toState.id}
              variant="default"
              size="sm"
              classNames={{ root: classes.transition!, label: classes.transitionLabel! }}
              rightSection={<IconArrowRight size={16} aria-hidden />}
              aria-label={texts.moveTo(toState.name)}
              loading={transition.isPending && transition.variables.toState.id === toState.id}
              disabled={transition.isPending}
              onClick={() => {
                // The pressed button disappears after the transition, so move the focus to the panel that contains it.
                panel.current?.focus()
                transition.mutate({ incident, toState })
              }}
            >
              {toState.name}
            </Button>
          ))}
        </Group>
      </Stack>
    </section>
  )
}
