import { Stack, TagsInput } from '@mantine/core'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { periodFields } from '../search/period.ts'
import { FilterMenu } from './filter-menu.tsx'
import classes from './filters.module.css'
import type { FiltersProps } from './further-filters.tsx'
import { PeriodFilter } from './period-filter.tsx'

const texts = incidentListTexts.filters

/** The less common filters, one below the other. Shown in the popover and, on a phone, in the drawer of all filters. */
export function FurtherFields({ search, onChange, choices }: FiltersProps & { onClose: () => void }) {
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
