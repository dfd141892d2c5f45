import { Anchor, Group, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { MouseEvent, RefObject } from 'react'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { listFilters, type IncidentSearch, type ListFilter } from '../search/incident-search.ts'
import { periodFields, periodFilters, type PeriodField } from '../search/period.ts'
import classes from './filters.module.css'
import type { FiltersProps } from './further-filters.tsx'
import { shownInline } from './shown-inline.ts'
import { useValueLabel } from './use-filter-choices.ts'

const texts = incidentListTexts.filters

interface FilterChipsProps extends FiltersProps {
  onClear: () => void
  /** Search field. It gets the focus when no chip is left. */
  field: RefObject<HTMLInputElement | null>
}

/**
 * One chip for each active filter value. A press on a chip removes the value from the search. On a wide screen, a value
 * that the button of its filter shows has no chip.
 */
export function FilterChips({ search, onChange, choices, onClear, field }: FilterChipsProps) {
  const without = (filter: ListFilter, value: string): Partial<IncidentSearch> => ({
    [filter]: search[filter]?.filter((other) => other !== value),
  })
  // A pressed chip disappears, so move the focus to the next chip, or to the previous chip if there is no next.
  const passFocusOn = ({ target, currentTarget, detail }: MouseEvent<HTMLElement>) => {
    const chips = [...currentTarget.querySelectorAll<HTMLElement>(`.${classes.chip}`)].filter((chip) =>
      chip.checkVisibility(),
    )
    const index = chips.findIndex((chip) => chip.contains(target as Element))
    const nextChip = index === -1 ? undefined : (chips[index + 1] ?? chips[index - 1])
    nextChip?.focus()
    // If no chip is left, focus the search field, but only after a key press (`detail` is 0). After a tap, the focus
    // would open the on-screen keyboard of a phone.
    if (!nextChip && detail === 0) field.current?.focus()
  }
  const inline = shownInline({ search, choices })
  return (
    <Group
      gap={6}
      component="fieldset"
      className={classes.group}
      data-narrow-only={!needsChips(search, inline) || undefined}
      aria-label={texts.chips}
      onClick={passFocusOn}
    >
      {search.q && <Chip isInline label={texts.search(search.q)} onRemove={() => onChange({ q: undefined })} />}
      {search.state && (
        <ValueChip
          filter="stateId"
          isInline={inline.has('stateId')}
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
            isInline={inline.has(filter)}
            value={value}
            choices={choices}
            onRemove={() => onChange(without(filter, value))}
          />
        )),
      )}
      {search.assigned && (
        <Chip
          isInline={inline.has('assigneeId')}
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

/** Returns true if an active filter needs a chip, because the button of the filter does not show its value. */
const needsChips = (search: IncidentSearch, inline: ReadonlySet<string>): boolean =>
  listFilters.some((filter) => search[filter]?.length && !inline.has(filter)) ||
  (search.state !== undefined && !inline.has('stateId')) ||
  (search.assigned !== undefined && !inline.has('assigneeId')) ||
  periodFields.some((field) => search[periodFilters[field].from] ?? search[periodFilters[field].until])

interface ValueChipProps extends Pick<FiltersProps, 'choices'> {
  filter: ListFilter
  value: string
  isInline: boolean
  onRemove: () => void
}

function ValueChip({ filter, value, choices, ...chip }: ValueChipProps) {
  const label = useValueLabel(filter, value, choices)
  return <Chip {...chip} label={texts.chip(filter, label)} />
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

interface ChipProps {
  label: string
  /** True to show the chip only on a narrow screen, because a wide screen shows the value elsewhere. */
  isInline?: boolean
  onRemove: () => void
}

const Chip = ({ label, isInline = false, onRemove }: ChipProps) => (
  <UnstyledButton
    className={classes.chip}
    data-narrow-only={isInline || undefined}
    aria-label={texts.remove(label)}
    onClick={onRemove}
  >
    <span>{label}</span>
    <IconX size={14} aria-hidden />
  </UnstyledButton>
)
