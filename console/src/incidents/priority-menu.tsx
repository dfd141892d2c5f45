import { Menu, type MenuProps } from '@mantine/core'
import type { Priority } from '@tocsin/contract/api/incident.ts'
import type { ReactNode } from 'react'
import { PriorityBadge } from './priority-badge.tsx'
import { priorityOptions } from '../incident-form/priority-options.ts'

interface PriorityMenuProps {
  /** Current priority; null if the menu sets the priority of several incidents. */
  value: Priority | null
  position: NonNullable<MenuProps['position']>
  onChoose: (priority: Priority) => void
  /** Button that opens the menu. */
  children: ReactNode
}

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
            // Focus the current priority when the menu opens.
            data-autofocus={option.value === value || undefined}
          >
            <PriorityBadge priority={option.value} />
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Dropdown>
  </Menu>
)
