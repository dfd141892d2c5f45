import { Button, Popover, Stack, TagsInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { formatNumber } from '../../texts/format.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { IncidentSearch } from '../search/incident-search.ts'
import { periodFields, periodFilters } from '../search/period.ts'
import type { ChangeSearch } from '../search/use-search.ts'
import { FilterMenu } from './filter-menu.tsx'
import classes from './filters.module.css'
import { PeriodFilter } from './period-filter.tsx'
import type { useFilterChoices } from './use-filter-choices.ts'

const texts = incidentListTexts.filters

export interface FiltersProps {
  search: IncidentSearch
  onChange: ChangeSearch
  choices: ReturnType<typeof useFilterChoices>
}

/** Button that opens a popover with the less common filters. */
export function FurtherFilters(props: FiltersProps) {
  const { search } = props
  const used = [search.categoryId, search.pointId, search.createdBy, search.tags, search.externalId]
  const periods = periodFields.filter(
    (field) => search[periodFilters[field].from] ?? search[periodFilters[field].until],
  )
  const count = used.flatMap((values) => values ?? []).length + periods.length
  return (
    <Popover
      width={320}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      middlewares={{ flip: true, shift: true, size: true }}
    >
      <Popover.Target>
        <Button
          variant={count > 0 ? 'light' : 'default'}
          className={classes.filter}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {texts.more}
          {count > 0 && ` (${formatNumber(count)})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.more} className={classes.furtherPopover!}>
        <FurtherFields {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The less common filters, one below the other. Shown in the popover and, on a phone, in the drawer of all filters. */
export function FurtherFields({ search, onChange, choices }: FiltersProps) {
  return (
    <Stack gap="sm" className={classes.further}>
      <FilterMenu
        isNested
        filter="categoryId"
        choices={choices.categoryId}
        selected={search.categoryId ?? []}
        onChange={(categoryId) => onChange({ categoryId })}
      />
      <FilterMenu
        isNested
        filter="pointId"
        choices={choices.pointId}
        emptyText={search.locationId ? texts.noPoints(search.locationId.length) : texts.pointNeedsLocation}
        selected={search.pointId ?? []}
        onChange={(pointId) => onChange({ pointId })}
      />
      <FilterMenu
        isNested
        filter="createdBy"
        choices={choices.createdBy}
        selected={search.createdBy ?? []}
        onChange={(createdBy) => onChange({ createdBy })}
      />
      {(['tags', 'externalId'] as const).map((filter) => (
        <TagsInput
          key={filter}
          label={texts.names[filter]}
          placeholder={texts.type(texts.names[filter])}
          value={search[filter] ?? []}
          onChange={(values) => onChange({ [filter]: values })}
          splitChars={[]}
          acceptValueOnBlur
        />
      ))}
      {periodFields.map((field) => (
        <PeriodFilter key={field} field={field} search={search} onChange={onChange} />
      ))}
    </Stack>
  )
}
