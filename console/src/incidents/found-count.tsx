import { Text } from '@mantine/core'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import { ReservedRoom } from '../kit/pages/reserved-room.tsx'
import { incidentListTexts } from '../texts/incident-list.ts'
import { hasIgnoredFilters, type IncidentSearch } from './search/incident-search.ts'

/**
 * Number of incidents that match the filters. It says if a search for a number ignores the filters. Screen readers
 * announce it when it changes.
 */
export const FoundCount = ({ count, search }: { count: IncidentCount | undefined; search: IncidentSearch }) => (
  <Text component="output" size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
    {count ? (
      incidentListTexts.found(count.count, count.hasMore)
    ) : (
      <ReservedRoom text={incidentListTexts.found(100, false)} />
    )}
    {count && hasIgnoredFilters(search) && ` · ${incidentListTexts.filtersIgnored}`}
  </Text>
)
