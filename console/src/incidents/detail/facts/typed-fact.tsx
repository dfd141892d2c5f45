import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { currentConfigurationQuery } from '../../../configuration/queries.ts'
import type { Names } from '../../../incident-form/names.ts'
import { DeferKeys } from '../../../keyboard/defer-keys.tsx'
import { regainFocus } from '../../../kit/dialogs/regain-focus.ts'
import { ProblemAlert } from '../../../kit/feedback/problem-alert.tsx'
import { incidentDetailTexts } from '../../../texts/incident-detail.ts'
import { incidentFactTexts as texts } from '../../../texts/incident-facts.ts'
import { FactForm } from './fact-form.tsx'
import classes from './facts.module.css'
import { typedFacts, type TypedFact } from './typed-facts.ts'
import type { Facts } from './use-facts.ts'

interface TypedFactProps {
  fact: TypedFact
  incident: IncidentResponse
  facts: Facts
  names: Names
  /**
   * True to open the editor with a button beside the value, because a long value or a value with a link cannot be a
   * button.
   */
  withPencil?: boolean
  /** Element that shows the value. */
  children: ReactNode
}

/** Value of a fact. A button opens a field to change the value. */
export function TypedFactValue({ fact, incident, facts, names, withPencil = false, children }: TypedFactProps) {
  const { data: configuration, error, refetch } = useQuery(currentConfigurationQuery)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = facts.isOpen(fact)
  useEffect(() => {
    if (!isOpen && facts.takeClosed(fact)) regainFocus(button.current)
  })
  if (isOpen && configuration) {
    return <FactForm {...{ fact, incident, configuration, names }} onClose={() => facts.setOpen(fact, false)} />
  }
  const label = texts.edit(typedFacts[fact].label)
  const open = () => facts.setOpen(fact, true)
  return (
    <>
      {withPencil ? (
        <div className={classes.withPencil}>
          <div className={classes.text}>{children}</div>
          <ActionIcon ref={button} variant="subtle" color="gray" aria-label={label} title={label} onClick={open}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        </div>
      ) : (
        <UnstyledButton ref={button} className={classes.value!} data-fact title={label} onClick={open}>
          {children}
        </UnstyledButton>
      )}
      {isOpen && <DeferKeys hasFailed={error !== null} />}
      {isOpen && <ProblemAlert title={incidentDetailTexts.formFailed} error={error} onRetry={() => void refetch()} />}
    </>
  )
}
