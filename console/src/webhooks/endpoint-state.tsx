import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause, IconProgress } from '@tabler/icons-react'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import type { ReactNode } from 'react'
import { StatusBadge, type StatusLook } from '../kit/feedback/status-badge.tsx'
import { webhookTexts } from '../texts/webhooks.ts'
import { statusOf, type EndpointStatus } from './endpoint-status.ts'

const texts = webhookTexts

const looks: Readonly<Record<EndpointStatus, StatusLook>> = {
  delivering: { icon: IconCircleCheck, tone: 'good' },
  behind: { icon: IconProgress },
  failing: { icon: IconAlertTriangle, tone: 'bad' },
  paused: { icon: IconPlayerPause, tone: 'warning' },
}

/** State of an endpoint in words: its status, the reason for the status, and the time at which the status began. */
export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const status = statusOf(endpoint)
  return (
    <div>
      <StatusBadge look={looks[status]}>{texts.states[status]}</StatusBadge>
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
