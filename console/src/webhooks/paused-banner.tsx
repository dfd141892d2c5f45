import { Anchor, Box, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { Notice } from '../kit/feedback/notice.tsx'
import { pausedWebhookTexts as texts } from '../texts/paused-webhooks.ts'
import { nameOf } from './endpoint-name.ts'
import { endpointsQuery } from './queries.ts'

/**
 * Time in milliseconds between two reads of the endpoints for the banner. Pages about webhooks read them more often.
 */
const readAgainMs = 60_000

/**
 * Banner on every page of an administrator while the server itself has paused webhook endpoints. Leaves out endpoints
 * that an administrator has paused. Also leaves out the endpoint whose page is open, because that page shows the pause.
 */
export function PausedBanner() {
  const { endpointId } = useParams({ strict: false })
  const { data: endpoints = [] } = useQuery({
    ...endpointsQuery,
    staleTime: readAgainMs,
    refetchInterval: readAgainMs,
  })
  const paused = endpoints.filter((endpoint) => needsAttention(endpoint) && endpoint.id !== endpointId)
  const [first] = paused
  if (!first) return null
  const isOnly = paused.length === 1
  return (
    <Box mb="md" data-screen-only>
      <Notice color="orange" icon={IconPlayerPause}>
        <Text size="sm">
          {isOnly ? describe(first) : texts.several(paused.length)}{' '}
          {isOnly ? (
            <Anchor
              fw={600}
              renderRoot={(props) => <Link to="/webhooks/$endpointId" params={{ endpointId: first.id }} {...props} />}
            >
              {texts.open}
            </Anchor>
          ) : (
            <Anchor fw={600} renderRoot={(props) => <Link to="/webhooks" {...props} />}>
              {texts.openList}
            </Anchor>
          )}
        </Text>
      </Notice>
    </Box>
  )
}

const needsAttention = ({ pausedAt, pauseReason }: WebhookEndpoint): boolean =>
  pausedAt !== null && pauseReason !== 'administrator'

function describe(endpoint: WebhookEndpoint): string {
  const reasons: Readonly<Record<string, (name: string) => string>> = texts.one
  // Show a general text for a reason that only a later version of the server knows.
  return reasons[endpoint.pauseReason ?? '']?.(nameOf(endpoint)) ?? texts.several(1)
}
