import { Menu, type MenuProps } from '@mantine/core'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import type { ReactNode } from 'react'
import { PriorityBadge } from './priority-badge.tsx'
import { priorityOptions } from '../incident-form/priority-options.ts'

interface PriorityMenuProps {
  /** The present one; null where it is about several Incidents. */
  value: Priority | null
  position: NonNullable<MenuProps['position']>
  onChoose: (priority: Priority) => void
  /** The button. */
  children: ReactNode
}

/** A button that opens the priorities to choose from. */
export const PriorityMenu = ({ value, position, onChoose, children }: PriorityMenuProps) => (
  <Menu shadow="md" width={180} position={position}>
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown>
      <Menu.RadioGroup value={value} onChange={(priority) => onChoose(priority as Priority)}>
        {priorityOptions.map((option) => (
          <Menu.RadioItem
            key={option.value}
            value={option.value}
            closeMenuOnClick
            // The keyboard begins at what is chosen now.
            data-autofocus={option.value === value || undefined}
          >
            <PriorityBadge priority={option.value} />
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Dropdown>
  </Menu>
)
