import type { PatchIncident } from '@tocsin/contract/api/incident-change.ts'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { AssigneeMenu } from '../menus/assignee-menu.tsx'
import type { PlacedMenu } from '../menus/placed-menu.ts'
import { PriorityMenu } from '../menus/priority-menu.tsx'
import { CategoryMenu, LocationMenu, PointMenu, TypeMenu } from '../menus/reference-menus.tsx'
import { StateMenu } from '../menus/state-menu.tsx'
import { TagsMenu } from '../menus/tags-menu.tsx'

/** Facts whose values are chosen from a menu. */
export type MenuField =
  | 'stateId'
  | 'priority'
  | 'assigneeId'
  | 'typeId'
  | 'categoryId'
  | 'locationId'
  | 'pointId'
  | 'tags'

interface FactMenuProps extends PlacedMenu {
  field: MenuField
  incident: IncidentResponse
  onChoose: (patch: PatchIncident) => void
}

/** Menu to change one fact of an incident. A new type clears the category, and a new location clears the point. */
export function FactMenu({ field, incident, onChoose, ...menu }: FactMenuProps) {
  switch (field) {
    case 'stateId':
      return <StateMenu {...menu} incidents={[incident]} onChoose={({ id }) => onChoose({ stateId: id })} />
    case 'priority':
      return <PriorityMenu {...menu} value={incident.priority} onChoose={(priority) => onChoose({ priority })} />
    case 'assigneeId':
      return <AssigneeMenu {...menu} value={incident.assigneeId} onChoose={(assigneeId) => onChoose({ assigneeId })} />
    case 'typeId':
      return (
        <TypeMenu
          {...menu}
          incident={incident}
          onChoose={(typeId) => onChoose({ typeId, ...(incident.categoryId !== null && { categoryId: null }) })}
        />
      )
    case 'categoryId':
      return <CategoryMenu {...menu} incident={incident} onChoose={(categoryId) => onChoose({ categoryId })} />
    case 'locationId':
      return (
        <LocationMenu
          {...menu}
          incident={incident}
          onChoose={(locationId) => onChoose({ locationId, ...(incident.pointId !== null && { pointId: null }) })}
        />
      )
    case 'pointId':
      return <PointMenu {...menu} incident={incident} onChoose={(pointId) => onChoose({ pointId })} />
    case 'tags':
      return <TagsMenu {...menu} value={incident.tags} onChange={(tags) => onChoose({ tags })} />
  }
}
