import type { Priority } from '@tocsin/contract/api/incident.ts'
import { priorityOptions } from '../../incident-form/priority-options.ts'
import { SearchMenu } from '../../kit/menus/search-menu.tsx'
import { fieldTexts } from '../../texts/incident-form.ts'
import { incidentMenuTexts as texts } from '../../texts/incident-menus.ts'
import { PriorityBadge } from '../priority-badge.tsx'
import type { PlacedMenu } from './placed-menu.ts'

interface PriorityMenuProps extends PlacedMenu {
  /** Current priority; undefined if the menu sets the priority of several incidents. */
  value: Priority | undefined
  onChoose: (priority: Priority) => void
}

export const PriorityMenu = ({ value, onChoose, ...menu }: PriorityMenuProps) => (
  <SearchMenu
    {...menu}
    label={fieldTexts.priority}
    searchLabel={texts.find.priority}
    options={priorityOptions.map((option) => ({ ...option, text: <PriorityBadge priority={option.value} /> }))}
    loading={undefined}
    current={value}
    onChoose={(priority) => onChoose(priority as Priority)}
  />
)
