import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause, IconProgress, type Icon } from '@tabler/icons-react'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import type { ReactNode } from 'react'
import { webhookTexts } from '../texts/webhooks.ts'
import classes from './endpoint-state.module.css'
import { statusOf, type EndpointStatus } from './endpoint-status.ts'

const texts = webhookTexts

const shapes: Readonly<Record<EndpointStatus, Icon>> = {
  delivering: IconCircleCheck,
  behind: IconProgress,
  failing: IconAlertTriangle,
  paused: IconPlayerPause,
}

/** State of an endpoint in words: its status, the reason for the status, and the time at which the status began. */
export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const status = statusOf(endpoint)
  const Shape = shapes[status]
  return (
    <div>
      <span className={classes.badge} data-status={status}>
        <Shape size={18} aria-hidden />
        {texts.states[status]}
      </span>
      <Detail endpoint={endpoint} status={status} />
    </div>
  )
}

function Detail({ endpoint, status }: { endpoint: WebhookEndpoint; status: EndpointStatus }) {
  const { pausedAt, pauseReason, failingSince, eventsBehind } = endpoint
  if (status === 'behind') return <Line>{texts.toGo(eventsBehind)}</Line>
  const since = status === 'paused' ? pausedAt : failingSince
  if (since === null) return null
  return (
    <>
      {status === 'paused' && pauseReason && <Line>{texts.pausedBecause[pauseReason]}</Line>}
      <Line>
        <time dateTime={since}>{texts.since(since)}</time>
      </Line>
    </>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
)
