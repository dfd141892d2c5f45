import { Text } from '@mantine/core'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import { incidentListTexts } from '../texts/incident-list.ts'

/** Number of incidents that match the filters. Screen readers announce it when it changes. */
export const FoundCount = ({ count }: { count: IncidentCount | undefined }) => (
  <Text component="output" size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
    {count ? incidentListTexts.found(count.count, count.hasMore) : '\u00a0'}
  </Text>
)
