import { Button, Drawer, Group, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { isFiltered, type IncidentSearch } from '../search/incident-search.ts'
import type { ChangeSearch } from '../search/use-search.ts'
import { AssigneeFilter } from './assignee-filter.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterMenu } from './filter-menu.tsx'
import classes from './filters.module.css'
import { FurtherFields, FurtherFilters, type FiltersProps } from './further-filters.tsx'
import { SearchField } from './search-field.tsx'
import { StateFilter } from './state-filter.tsx'
import { useFilterChoices } from './use-filter-choices.ts'

const texts = incidentListTexts.filters

interface FilterBarProps {
  search: IncidentSearch
  onChange: ChangeSearch
  onClear: () => void
  /** Further buttons, at the end of the line. */
  children?: ReactNode
}

/** Search field, filter menus and chips of the active filters. On a phone, a drawer contains the filter menus. */
export function FilterBar({ search, onChange, onClear, children }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const choices = useFilterChoices(search)
  const props = { search, onChange, choices }
  const { q: _q, sort: _sort, view: _view, ...filters } = search
  const count = Object.values(filters)
    .flat()
    .filter((value) => value !== undefined).length
  return (
    <Stack gap={6} className={classes.filters!}>
      <Group gap={6} className={classes.bar}>
        <SearchField value={search.q} onChange={onChange} field={field} />
        <Group gap={6} visibleFrom="sm" component="fieldset" className={classes.group} aria-label={texts.label}>
          <FrequentFilters {...props} isInline />
          <FurtherFilters {...props} />
        </Group>
        <Button
          hiddenFrom="sm"
          variant={count > 0 ? 'light' : 'default'}
          className={classes.filter}
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {texts.button(count)}
        </Button>
        {children && (
          <Group gap={6} className={classes.end!}>
            {children}
          </Group>
        )}
      </Group>
      {isFiltered(search) && <FilterChips {...props} onClear={onClear} field={field} />}
      <Drawer opened={isOpen} onClose={() => setOpen(false)} title={texts.label} position="bottom" size="85%">
        <Stack gap="sm" className={classes.further}>
          <FrequentFilters {...props} />
          <FurtherFields {...props} onClose={() => setOpen(false)} />
          <Button onClick={() => setOpen(false)}>{texts.done}</Button>
        </Stack>
      </Drawer>
    </Stack>
  )
}

interface FrequentFiltersProps extends FiltersProps {
  /**
   * True if the filters are buttons in one line. The button of a filter with one value then shows this value, and a
   * second button removes it.
   */
  isInline?: boolean
}

function FrequentFilters({ search, onChange, choices, isInline = false }: FrequentFiltersProps) {
  return (
    <>
      <StateFilter search={search} onChange={onChange} choices={choices} isInline={isInline} />
      {(['priority', 'typeId', 'locationId'] as const).map((filter) => (
        <FilterMenu
          key={filter}
          filter={filter}
          choices={choices[filter]}
          selected={search[filter] ?? []}
          onChange={(values) => onChange({ [filter]: values })}
          isInline={isInline}
        />
      ))}
      <AssigneeFilter search={search} onChange={onChange} choices={choices} isInline={isInline} />
    </>
  )
}
