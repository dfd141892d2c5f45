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
import { standingOf, type Standing } from './key-status.ts'

const shapes: Readonly<Record<Standing, Icon>> = {
  active: IconCircleCheck,
  expiring: IconClockExclamation,
  being_replaced: IconRefresh,
  expired: IconClockOff,
  revoked: IconBan,
}

/** How a key stands, as word, shape and colour. */
export function KeyBadge({ apiKey }: { apiKey: ApiKey }) {
  const standing = standingOf(apiKey)
  const Shape = shapes[standing]
  return (
    <span className={classes.badge} data-standing={standing}>
      <Shape size={18} aria-hidden />
      {keyTexts.states[standing]}
    </span>
  )
}
