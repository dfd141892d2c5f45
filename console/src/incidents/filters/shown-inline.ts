import { nobody, type IncidentSearch } from '../search/incident-search.ts'
import type { FiltersProps } from './further-filters.tsx'

const inlineFilters = ['stateId', 'priority', 'typeId', 'locationId', 'assigneeId'] as const
type InlineFilter = (typeof inlineFilters)[number]

/** Returns the values of the filters that have a button in the line of filters. */
export const inlineValues = (search: IncidentSearch): Readonly<Record<InlineFilter, readonly string[]>> => ({
  stateId: [...(search.state ? [search.state] : []), ...(search.stateId ?? [])],
  priority: search.priority ?? [],
  typeId: search.typeId ?? [],
  locationId: search.locationId ?? [],
  assigneeId: search.assigned === 'false' ? [nobody] : (search.assigneeId ?? []),
})

/**
 * Returns the filters that need no chip on a wide screen, because their button shows their only value. Includes filters
 * whose options are still loading: their chips would disappear a moment later.
 */
export function shownInline({ search, choices }: Pick<FiltersProps, 'search' | 'choices'>): ReadonlySet<string> {
  const values = inlineValues(search)
  return new Set(
    inlineFilters.filter((filter) => {
      const [only, ...others] = values[filter]
      const { options } = choices[filter]
      const isKnown = only === nobody || !options || options.some(({ value }) => value === only)
      return only !== undefined && others.length === 0 && isKnown
    }),
  )
}
