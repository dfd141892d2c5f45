import { Alert } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  color: 'orange' | 'green' | 'red' | 'petrol'
  icon: Icon
  title?: string
  /** Label of a button that closes the notice; absent for a notice that stays. */
  closeLabel?: string
  onClose?: () => void
  children?: ReactNode
}

/** Coloured box about the state of something on the page. Screen readers announce it without interrupting the user. */
export const Notice = ({ color, icon: Icon, title, closeLabel, onClose, children }: NoticeProps) => (
  <Alert
    // An `output` element cannot be styled as an Alert.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    role="status"
    color={color}
    variant="light"
    icon={<Icon aria-hidden />}
    classNames={{ title: classes.title!, message: classes.message! }}
    {...(title && { title })}
    {...(closeLabel && onClose && { withCloseButton: true, closeButtonLabel: closeLabel, onClose })}
  >
    {children}
  </Alert>
)
