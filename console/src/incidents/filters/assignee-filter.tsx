import { incidentListTexts } from '../../texts/incident-list.ts'
import { nobody } from '../search/incident-search.ts'
import { FilterMenu } from './filter-menu.tsx'
import type { FiltersProps } from './further-filters.tsx'

/**
 * Filter by assignees or for unassigned incidents. Choosing “unassigned” clears the chosen assignees, and choosing an
 * assignee clears “unassigned”.
 */
export function AssigneeFilter({ search, onChange, choices }: FiltersProps) {
  const { options, ...reading } = choices.assigneeId
  const unassigned = { value: nobody, label: incidentListTexts.filters.unassigned }
  const selected = search.assigned === 'false' ? [nobody] : (search.assigneeId ?? [])
  return (
    <FilterMenu
      filter="assigneeId"
      choices={{ ...reading, options: options && [unassigned, ...options] }}
      selected={selected}
      onChange={(values) =>
        values.at(-1) === nobody
          ? onChange({ assigned: 'false', assigneeId: undefined })
          : onChange({ assigned: undefined, assigneeId: values.filter((value) => value !== nobody) })
      }
    />
  )
}
