import { Button, Stack, Text } from '@mantine/core'
import { IconHandStop, IconPlayerPause } from '@tabler/icons-react'
import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import { Notice } from '../../kit/feedback/notice.tsx'
import { useRegainFocusAfter } from '../../kit/forms/use-regain-focus-after.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { useResume } from './use-resume.ts'

const { notices, page } = webhookTexts

/**
 * Explains that an endpoint is paused and why, or that a failed delivery delays later events of an incident. The button
 * resumes a paused endpoint, or makes an active endpoint try again.
 */
export function EndpointNotice({ endpoint }: { endpoint: WebhookEndpoint }) {
  const resume = useResume(endpoint)
  useRegainFocusAfter(resume.isPending)
  const notice = noticeFor(endpoint)
  if (!notice) return null
  const isPaused = endpoint.pausedAt !== null
  return (
    <Notice color="orange" icon={isPaused ? IconPlayerPause : IconHandStop} title={notice.title}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{notice.text}</Text>
        <Button
          size="xs"
          variant={isPaused ? 'filled' : 'default'}
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {isPaused ? page.resume : page.retry}
        </Button>
      </Stack>
    </Notice>
  )
}

function noticeFor({ pausedAt, pauseReason, heldIncidents }: WebhookEndpoint) {
  const ofReason: Readonly<Record<string, { title: string; text: string }>> = notices.paused
  // Show a general notice for a reason that only a later version of the server knows.
  if (pausedAt !== null) return ofReason[pauseReason ?? ''] ?? notices.paused.administrator
  return heldIncidents > 0 ? { title: notices.held.title(heldIncidents), text: notices.held.text } : undefined
}
