import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Notice } from '../../kit/feedback/notice.tsx'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { formatDuration } from '../../texts/format.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import type { SendTest } from './use-send-test.ts'

const texts = webhookTexts.test

/** Outcome of the latest test. The response of the receiver is in the log. */
export function TestResult({ test }: { test: SendTest }) {
  const attempt = test.data
  if (!attempt) return <ProblemAlert title={texts.sendFailed} error={test.error} />
  const { isDelivered, status, error, durationMs } = attempt
  return (
    <Notice
      color={isDelivered ? 'green' : 'red'}
      icon={isDelivered ? IconCircleCheck : IconAlertTriangle}
      title={isDelivered ? texts.arrived : texts.failed}
      closeLabel={texts.close}
      onClose={test.reset}
    >
      <Text size="sm">{error ?? (status !== null && texts.took(status, formatDuration(durationMs)))}</Text>
    </Notice>
  )
}
