import { Text } from '@mantine/core'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import { ReservedRoom } from '../kit/pages/reserved-room.tsx'
import { incidentListTexts } from '../texts/incident-list.ts'
import { hasIgnoredFilters, type IncidentSearch } from './search/incident-search.ts'

interface FoundCountProps {
  /** Number of incidents that match the filters; undefined until it is known, null if the page does not show it. */
  count: IncidentCount | undefined | null
  search: IncidentSearch
}

/**
 * Shows the number of incidents that match the filters, and a note if a search for a number ignores the filters. Screen
 * readers announce the text when it changes.
 */
export function FoundCount({ count, search }: FoundCountProps) {
  const parts = [
    count && incidentListTexts.found(count.count, count.hasMore),
    hasIgnoredFilters(search) && incidentListTexts.filtersIgnored,
  ]
  return (
    <Text component="output" size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {count === undefined ? (
        <ReservedRoom text={incidentListTexts.found(100, false)} />
      ) : (
        parts.filter((part) => part).join(' · ')
      )}
    </Text>
  )
}
