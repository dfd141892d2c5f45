import { isOpening } from '../search/incident-search.ts'
import { FilterMenu } from './filter-menu.tsx'
import type { FiltersProps } from './further-filters.tsx'
import { inlineValues } from './shown-inline.ts'

/**
 * Filter for all open incidents, for all closed incidents, or for incidents in certain states. Choosing one of these
 * kinds clears the choices of the other two.
 */
export function StateFilter({ search, onChange, choices, isInline }: FiltersProps & { isInline: boolean }) {
  return (
    <FilterMenu
      filter="stateId"
      choices={choices.stateId}
      selected={inlineValues(search).stateId}
      isInline={isInline}
      onChange={(values) => {
        const last = values.at(-1)
        if (isOpening(last)) onChange({ state: last, stateId: undefined })
        else onChange({ state: undefined, stateId: values.filter((value) => !isOpening(value)) })
      }}
    />
  )
}
