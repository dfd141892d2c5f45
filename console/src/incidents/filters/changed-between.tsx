import { Group, TextInput } from '@mantine/core'
import { dayOf, endOf, startOf } from '../../texts/day.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { IncidentSearch } from '../incident-search.ts'
import type { ChangeSearch } from '../use-search.ts'

const texts = incidentListTexts.filters

/** When Incidents were last changed: whole days of the reader's own clock, the last one included. */
export function ChangedBetween({ search, onChange }: { search: IncidentSearch; onChange: ChangeSearch }) {
  const [start, end] = [search.startAt, search.endAt].map((instant) => (instant ? dayOf(instant) : ''))
  return (
    <Group grow gap="xs">
      <TextInput
        type="date"
        label={texts.after}
        value={start}
        max={end}
        onChange={({ currentTarget }) =>
          onChange({ startAt: currentTarget.value ? startOf(currentTarget.value) : undefined })
        }
      />
      <TextInput
        type="date"
        label={texts.before}
        value={end}
        min={start}
        onChange={({ currentTarget }) =>
          onChange({ endAt: currentTarget.value ? endOf(currentTarget.value) : undefined })
        }
      />
    </Group>
  )
}
