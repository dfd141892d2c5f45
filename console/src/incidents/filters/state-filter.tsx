import { isOpening } from '../search/incident-search.ts'
import { FilterMenu } from './filter-menu.tsx'
import type { FiltersProps } from './further-filters.tsx'

/**
 * Filter for all open incidents, all closed incidents, or incidents in certain states. Each of these three replaces the
 * others.
 */
export function StateFilter({ search, onChange, choices }: FiltersProps) {
  const selected = [...(search.state ? [search.state] : []), ...(search.stateId ?? [])]
  return (
    <FilterMenu
      filter="stateId"
      choices={choices.stateId}
      selected={selected}
      onChange={(values) => {
        const last = values.at(-1)
        if (isOpening(last)) onChange({ state: last, stateId: undefined })
        else onChange({ state: undefined, stateId: values.filter((value) => !isOpening(value)) })
      }}
    />
  )
}
