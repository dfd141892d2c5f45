import { Group, TextInput } from '@mantine/core'
import type { Instant } from '@tocsin/contract/scalars.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { IncidentSearch } from '../incident-search.ts'
import type { ChangeSearch } from '../use-search.ts'

const texts = incidentListTexts.filters

/** When Incidents were last changed: whole days of the reader's own clock, the last one included. */
export function ChangedBetween({ search, onChange }: { search: IncidentSearch; onChange: ChangeSearch }) {
  return (
    <Group grow gap="xs">
      <TextInput
        type="date"
        label={texts.after}
        value={dayOf(search.startAt)}
        max={dayOf(search.endAt)}
        onChange={({ currentTarget }) => onChange({ startAt: startOf(currentTarget.value) })}
      />
      <TextInput
        type="date"
        label={texts.before}
        value={dayOf(search.endAt)}
        min={dayOf(search.startAt)}
        onChange={({ currentTarget }) => onChange({ endAt: endOf(currentTarget.value) })}
      />
    </Group>
  )
}

function dayOf(instant: Instant | undefined): string {
  if (!instant) return ''
  const date = new Date(instant)
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
}

/** A date without an offset is the reader's own. */
const startOf = (day: string): Instant | undefined => (day ? new Date(`${day}T00:00:00`).toISOString() : undefined)
const endOf = (day: string): Instant | undefined => (day ? new Date(`${day}T23:59:59.999`).toISOString() : undefined)
