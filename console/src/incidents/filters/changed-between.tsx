import { Group, TextInput, type TextInputProps } from '@mantine/core'
import type { Instant } from '@tocsin/contract/scalars.ts'
import { useSearchText } from '../../kit/forms/use-search-text.ts'
import { dayOf, endOf, startOf } from '../../texts/day.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { IncidentSearch } from '../search/incident-search.ts'
import type { ChangeSearch } from '../search/use-search.ts'

const texts = incidentListTexts.filters

/** Latest day that the date fields accept. Without a limit, browsers accept years of six digits. */
const latestDay = '9999-12-31'

/** Filter by the day of the last change, with a first and a last local day. Both days are included. */
export function ChangedBetween({ search, onChange }: { search: IncidentSearch; onChange: ChangeSearch }) {
  const [start, end] = [search.startAt, search.endAt].map((instant) => (instant ? dayOf(instant) : ''))
  return (
    <Group grow gap="xs">
      <DayField
        label={texts.after}
        day={start!}
        max={end || latestDay}
        toInstant={startOf}
        onAsk={(startAt, options) => onChange({ startAt }, options)}
      />
      <DayField
        label={texts.before}
        day={end!}
        min={start}
        max={latestDay}
        toInstant={endOf}
        onAsk={(endAt, options) => onChange({ endAt }, options)}
      />
    </Group>
  )
}

interface DayFieldProps extends Pick<TextInputProps, 'label' | 'min' | 'max'> {
  /** Day that the current search uses; an empty string if the search has no such day. */
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
      // When the field loses the focus, replace an ignored day by the day that the current search uses.
      onBlur={isComplete(text) ? searchNow : revert}
    />
  )
}
