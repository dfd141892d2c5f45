import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { directoryTexts } from '../../texts/directory.ts'
import { formatNumber } from '../../texts/format.ts'

/** Filter of the incident list for the incidents of one location, point or assignee. */
export type EntryFilter = Partial<Record<'locationId' | 'pointId' | 'assigneeId', Uuid[]>>

interface IncidentsLinkProps {
  count: number
  search: EntryFilter
}

/** Number of incidents of a location, point or user, linked to the list of these incidents. */
export function IncidentsLink({ count, search }: IncidentsLinkProps) {
  if (count === 0)
    return (
      <Text span inherit>
        {formatNumber(0)}
      </Text>
    )
  return (
    <Anchor
      inherit
      aria-label={directoryTexts.list.incidentCount(count)}
      renderRoot={(props) => <Link to="/incidents" search={search} {...props} />}
    >
      {formatNumber(count)}
    </Anchor>
  )
}
