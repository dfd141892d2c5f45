import { Anchor, Group, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { MouseEvent, RefObject } from 'react'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { listFilters, type IncidentSearch, type ListFilter } from '../search/incident-search.ts'
import { periodFields, periodFilters, type PeriodField } from '../search/period.ts'
import classes from './filters.module.css'
import type { FiltersProps } from './further-filters.tsx'
import { useValueLabel } from './use-filter-choices.ts'

const texts = incidentListTexts.filters

interface FilterChipsProps extends FiltersProps {
  onClear: () => void
  /** Search field. It gets the focus when no chip is left. */
  field: RefObject<HTMLInputElement | null>
}

/** One chip for each active filter value. A press on a chip removes the value from the search. */
export function FilterChips({ search, onChange, choices, onClear, field }: FilterChipsProps) {
  const without = (filter: ListFilter, value: string): Partial<IncidentSearch> => ({
    [filter]: search[filter]?.filter((other) => other !== value),
  })
  // A pressed chip disappears, so move the focus to the next chip, or to the previous chip if there is no next.
  const passFocusOn = ({ target, currentTarget, detail }: MouseEvent<HTMLElement>) => {
    const chips = [...currentTarget.querySelectorAll<HTMLElement>(`.${classes.chip}`)]
    const index = chips.findIndex((chip) => chip.contains(target as Element))
    const nextChip = index === -1 ? undefined : (chips[index + 1] ?? chips[index - 1])
    nextChip?.focus()
    // If no chip is left, focus the search field, but only after a key press (`detail` is 0). After a tap, the focus
    // would open the on-screen keyboard of a phone.
    if (!nextChip && detail === 0) field.current?.focus()
  }
  return (
    <Group gap={6} component="fieldset" className={classes.group} aria-label={texts.chips} onClick={passFocusOn}>
      {search.q && <Chip label={texts.search(search.q)} onRemove={() => onChange({ q: undefined })} />}
      {search.state && (
        <ValueChip
          filter="stateId"
          value={search.state}
          choices={choices}
          onRemove={() => onChange({ state: undefined })}
        />
      )}
      {listFilters.flatMap((filter) =>
        (search[filter] ?? []).map((value) => (
          <ValueChip
            key={`${filter} ${value}`}
            filter={filter}
            value={value}
            choices={choices}
            onRemove={() => onChange(without(filter, value))}
          />
        )),
      )}
      {search.assigned && (
        <Chip
          label={search.assigned === 'true' ? texts.assigned : texts.unassigned}
          onRemove={() => onChange({ assigned: undefined })}
        />
      )}
      {periodFields.map((period) => (
        <PeriodChips key={period} period={period} search={search} onChange={onChange} />
      ))}
      <Anchor component="button" type="button" size="sm" onClick={onClear} className={classes.clear}>
        {texts.clearAll}
      </Anchor>
    </Group>
  )
}

interface ValueChipProps extends Pick<FiltersProps, 'choices'> {
  filter: ListFilter
  value: string
  onRemove: () => void
}

function ValueChip({ filter, value, choices, onRemove }: ValueChipProps) {
  const label = useValueLabel(filter, value, choices)
  return <Chip label={texts.chip(filter, label)} onRemove={onRemove} />
}

/** Chips of the start and the end of a period. */
function PeriodChips({
  period,
  search,
  onChange,
}: Pick<FiltersProps, 'search' | 'onChange'> & { period: PeriodField }) {
  const { from, until } = periodFilters[period]
  const [start, end] = [search[from], search[until]]
  return (
    <>
      {start && <Chip label={texts.from(period, start)} onRemove={() => onChange({ [from]: undefined })} />}
      {end && <Chip label={texts.until(period, end)} onRemove={() => onChange({ [until]: undefined })} />}
    </>
  )
}

const Chip = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <UnstyledButton className={classes.chip} aria-label={texts.remove(label)} onClick={onRemove}>
    <span>{label}</span>
    <IconX size={14} aria-hidden />
  </UnstyledButton>
)
