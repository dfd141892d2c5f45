import { IconBan, IconCircleCheck, IconClockExclamation, IconClockOff, IconRefresh } from '@tabler/icons-react'
import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import { StatusBadge, type StatusLook } from '../kit/feedback/status-badge.tsx'
import { keyTexts } from '../texts/keys.ts'
import { statusOf, type KeyStatus } from './key-status.ts'

const looks: Readonly<Record<KeyStatus, StatusLook>> = {
  active: { icon: IconCircleCheck, tone: 'good' },
  expiring: { icon: IconClockExclamation, tone: 'warning' },
  being_replaced: { icon: IconRefresh, tone: 'warning' },
  expired: { icon: IconClockOff, tone: 'past' },
  revoked: { icon: IconBan, tone: 'past' },
}

/** Status of an API key as a word with an icon and a colour. */
export function KeyBadge({ apiKey }: { apiKey: ApiKey }) {
  const status = statusOf(apiKey)
  return <StatusBadge look={looks[status]}>{keyTexts.states[status]}</StatusBadge>
}
