import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import type { WebhookAttempt } from '@tocsin/contract/api/webhook.ts'
import { useState } from 'react'
import { StatusBadge, type StatusLook } from '../../kit/feedback/status-badge.tsx'
import { ActionsCell, CardCell, CardRow } from '../../kit/tables/card-table.tsx'
import { kindInWords } from '../../texts/event-kinds.ts'
import { formatDuration, formatNumber, formatSecond } from '../../texts/format.ts'
import { attemptTexts as texts } from '../../texts/webhook-attempts.ts'
import { AttemptDetails } from './attempt-details.tsx'
import classes from './attempts.module.css'
import { IncidentLink } from './incident-link.tsx'

const { columns } = texts

/** Action on the event of an attempt: deliver it and all later events again, or skip it. */
export type AttemptAction = 'replay' | 'skip'

interface AttemptRowProps {
  attempt: WebhookAttempt
  /** True if the later events of the incident wait for the event of this attempt. */
  isHeldBack: boolean
  onAction: (action: AttemptAction) => void
}

/** Row of one attempt. While the row is open, the request and the response are shown below it. */
export function AttemptRow({ attempt, isHeldBack, onAction }: AttemptRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, at, kind, number, durationMs } = attempt
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <CardRow>
        <CardCell label={columns.at}>
          <time dateTime={at}>{formatSecond(at)}</time>
        </CardCell>
        <CardCell label={columns.event}>
          <div>
            {kindInWords(kind)}
            <IncidentLink attempt={attempt} />
          </div>
        </CardCell>
        <CardCell label={columns.number}>{formatNumber(number)}</CardCell>
        <CardCell label={columns.outcome}>
          <Outcome attempt={attempt} />
        </CardCell>
        <CardCell label={columns.duration} className={classes.duration!}>
          {formatDuration(durationMs)}
        </CardCell>
        <ActionsCell>
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {isHeldBack && (
              <Button size="xs" variant="default" onClick={() => onAction('skip')}>
                {texts.skip.action}
              </Button>
            )}
            <Button
              size="xs"
              variant="subtle"
              leftSection={<Chevron size={16} aria-hidden />}
              aria-label={texts.showOf(kindInWords(kind), formatSecond(at))}
              aria-expanded={isOpen}
              aria-controls={`attempt-${id}`}
              onClick={() => setOpen(!isOpen)}
            >
              {texts.show}
            </Button>
          </Group>
        </ActionsCell>
      </CardRow>
      <CardRow id={`attempt-${id}`} hidden={!isOpen}>
        <CardCell colSpan={6}>{isOpen && <AttemptDetails attempt={attempt} onAction={onAction} />}</CardCell>
      </CardRow>
    </>
  )
}

const delivered: StatusLook = { icon: IconCircleCheck, tone: 'good' }
const failed: StatusLook = { icon: IconAlertTriangle, tone: 'bad' }

function Outcome({ attempt: { isDelivered, status, error } }: { attempt: WebhookAttempt }) {
  return (
    <div>
      {isDelivered ? (
        <StatusBadge look={delivered}>{texts.delivered}</StatusBadge>
      ) : (
        <StatusBadge look={failed}>{texts.failed}</StatusBadge>
      )}
      <Text size="xs" c="dimmed" className={classes.reason!}>
        {error ?? (status !== null && texts.status(status))}
      </Text>
    </div>
  )
}
