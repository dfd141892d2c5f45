import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

/** Icon and colour of a status. A status without a tone has the colour of the text. */
export interface StatusLook {
  icon: Icon
  tone?: 'good' | 'warning' | 'bad' | 'past'
}

interface StatusBadgeProps {
  look: StatusLook
  /** Status as a word. */
  children: ReactNode
}

/** Status as a word with an icon and a colour. */
export const StatusBadge = ({ look: { icon: Shape, tone }, children }: StatusBadgeProps) => (
  <span className={classes.badge} data-tone={tone}>
    <Shape size={18} aria-hidden />
    {children}
  </span>
)
