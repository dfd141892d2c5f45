import {
  IconBan,
  IconCircleCheck,
  IconClockExclamation,
  IconClockOff,
  IconRefresh,
  type Icon,
} from '@tabler/icons-react'
import type { ApiKey } from '@tocsin/contract/console/api-key.ts'
import { keyTexts } from '../texts/keys.ts'
import classes from './key-badge.module.css'
import { statusOf, type KeyStatus } from './key-status.ts'

const shapes: Readonly<Record<KeyStatus, Icon>> = {
  active: IconCircleCheck,
  expiring: IconClockExclamation,
  being_replaced: IconRefresh,
  expired: IconClockOff,
  revoked: IconBan,
}

/** Status of an API key as a word with an icon and a colour. */
export function KeyBadge({ apiKey }: { apiKey: ApiKey }) {
  const status = statusOf(apiKey)
  const Shape = shapes[status]
  return (
    <span className={classes.badge} data-status={status}>
      <Shape size={18} aria-hidden />
      {keyTexts.states[status]}
    </span>
  )
}
