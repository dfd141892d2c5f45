import { Group, NativeSelect, Stack, TextInput, type TextInputProps } from '@mantine/core'
import type { Instant } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'
import { useSearchText } from '../../kit/forms/use-search-text.ts'
import { dayOf, endOf, startOf } from '../../texts/day.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { IncidentSearch } from '../search/incident-search.ts'
import { firstInstant, isRecent, periodFilters, recentPeriods, type PeriodField } from '../search/period.ts'
import type { ChangeSearch } from '../search/use-search.ts'

const texts = incidentListTexts.filters

/** Latest day that the date fields accept. Without a limit, browsers accept years of six digits. */
const latestDay = '9999-12-31'

interface PeriodFilterProps {
  field: PeriodField
  search: IncidentSearch
  onChange: ChangeSearch
}

/**
 * Filter for one of the times of an incident, such as the time of creation. The user chooses a recent period, or a
 * first and a last day.
 */
export function PeriodFilter({ field, search, onChange }: PeriodFilterProps) {
  const { from, until } = periodFilters[field]
  const [start, end] = [search[from], search[until]]
  const [isCustom, setCustom] = useState(false)
  const recent = isRecent(start) && !end ? start : undefined
  const choice = recent ?? (start || end || isCustom ? 'custom' : 'any')
  const choose = (chosen: string) => {
    setCustom(chosen === 'custom')
    if (chosen !== 'custom') onChange({ [from]: isRecent(chosen) ? chosen : undefined, [until]: undefined })
    else if (recent) onChange({ [from]: firstInstant(recent) })
  }
  const [firstDay, lastDay] = [start && dayOf(firstInstant(start)), end && dayOf(end)]
  return (
    <Stack gap={6}>
      <NativeSelect
        label={texts.period(field)}
        value={choice}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={['any', ...recentPeriods, 'custom'].map((value) => ({
          value,
          label: texts.periods[value as keyof typeof texts.periods],
        }))}
      />
      {choice === 'custom' && (
        <Group grow gap="xs">
          <DayField
            label={texts.firstDay(field)}
            day={firstDay ?? ''}
            max={lastDay ?? latestDay}
            toInstant={startOf}
            onAsk={(instant, options) => onChange({ [from]: instant }, options)}
          />
          <DayField
            label={texts.lastDay(field)}
            day={lastDay ?? ''}
            min={firstDay}
            max={latestDay}
            toInstant={endOf}
            onAsk={(instant, options) => onChange({ [until]: instant }, options)}
          />
        </Group>
      )}
    </Stack>
  )
}

interface DayFieldProps extends Pick<TextInputProps, 'label' | 'min' | 'max'> {
  /** Day in the current search; an empty string if there is none. */
  day: string
  toInstant: (day: string) => Instant | undefined
  onAsk: (instant: Instant | undefined, options: { replace: boolean }) => void
}

/**
 * Field for the first or last day. Ignores years such as 0002, 0020 and 0202, which browsers report while the user
 * types a year.
 */
function DayField({ day, toInstant, onAsk, ...props }: DayFieldProps) {
  const isComplete = (entered: string) =>
    entered === '' || (toInstant(entered) !== undefined && !entered.startsWith('0'))
  const { text, change, searchNow, revert } = useSearchText(day, (entered) => {
    if (isComplete(entered)) onAsk(toInstant(entered), { replace: day !== '' && entered !== '' })
  })
  return (
    <TextInput
      {...props}
      type="date"
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      // When the field loses the focus, search for a complete day at once, and replace an incomplete day by the day of
      // the current search.
      onBlur={isComplete(text) ? searchNow : revert}
    />
  )
}
