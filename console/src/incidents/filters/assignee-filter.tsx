import { incidentListTexts } from '../../texts/incident-list.ts'
import { nobody } from '../search/incident-search.ts'
import { FilterMenu } from './filter-menu.tsx'
import type { FiltersProps } from './further-filters.tsx'
import { inlineValues } from './shown-inline.ts'

/**
 * Filter by assignees or for unassigned incidents. Choosing “unassigned” clears the chosen assignees, and choosing an
 * assignee clears “unassigned”.
 */
export function AssigneeFilter({ search, onChange, choices, isInline }: FiltersProps & { isInline: boolean }) {
  const { options, ...reading } = choices.assigneeId
  const unassigned = { value: nobody, label: incidentListTexts.filters.unassigned }
  return (
    <FilterMenu
      filter="assigneeId"
      choices={{ ...reading, options: options && [unassigned, ...options] }}
      selected={inlineValues(search).assigneeId}
      isInline={isInline}
      onChange={(values) =>
        values.at(-1) === nobody
          ? onChange({ assigned: 'false', assigneeId: undefined })
          : onChange({ assigned: undefined, assigneeId: values.filter((value) => value !== nobody) })
      }
    />
  )
}
