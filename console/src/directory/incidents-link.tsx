import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { directoryTexts } from '../texts/directory.ts'
import { formatNumber } from '../texts/format.ts'

interface IncidentsLinkProps {
  count: number
  /** The filter that finds them in the list. */
  search: Partial<Record<'locationId' | 'pointId' | 'assigneeId', Uuid[]>>
}

/** How many Incidents belong to an entry, leading to them. */
export function IncidentsLink({ count, search }: IncidentsLinkProps) {
  if (count === 0) return <Text span>{formatNumber(0)}</Text>
  return (
    <Anchor
      aria-label={directoryTexts.list.incidentCount(count)}
      renderRoot={(props) => <Link to="/incidents" search={search} {...props} />}
    >
      {formatNumber(count)}
    </Anchor>
  )
}
