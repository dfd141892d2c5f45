import { useQuery } from '@tanstack/react-query'
import type { Location, Point } from '@tocsin/contract/api/directory.ts'
import { isUuid } from '@tocsin/contract/read-scalars.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'
import { locationsQuery, pointQuery } from '../../directory/names-queries.ts'
import type { Entries } from '../../incident-form/entries.ts'
import { incidentFormTexts } from '../../texts/incident-form.ts'
import { readLastLocation } from './last-location.ts'
import type { ReportSearch } from './report-search.ts'

const texts = incidentFormTexts.place

/** Entries with which a report starts. */
export interface Prefill {
  /** Search parameters from which the entries come, as in the URL; undefined if the URL has none. */
  from: string | undefined
  entries: Entries
  /** Location of the user's last report, if the entries contain it. */
  lastLocationId?: Uuid
  /** Reason why the place in the URL cannot be used. */
  problem?: string
}

/** Place that is filled in when a report form opens. */
type Place = Omit<Prefill, 'from'>

/**
 * Returns the entries with which a report starts: the place and the type in the URL. If the URL has no place, the
 * report starts with the location of the user's last report. Returns undefined while the place is looked up.
 */
export function usePrefill(userId: Uuid, search: ReportSearch): Prefill | undefined {
  const [lastLocationId] = useState(() => readLastLocation(userId))
  const hasPlace = search.point !== undefined || search.location !== undefined
  const point = useQuery({ ...pointQuery(search.point ?? ''), enabled: isUuid(search.point ?? '') })
  // Read the locations again if the URL contains a location, because that location may be newer than the cached list.
  const locations = useQuery({ ...locationsQuery, ...(hasPlace && { staleTime: 0 }) })
  const isRead = locations.isError || (hasPlace ? locations.isFetchedAfterMount : locations.isSuccess)
  if (point.isLoading || !isRead) return undefined

  const found = { point: point.data, locations: locations.data ?? [] }
  const place =
    hasPlace && (point.isError || locations.isError)
      ? { entries: {}, problem: texts.notRead }
      : hasPlace
        ? placeOf(search, found)
        : lastPlace(lastLocationId, found.locations)
  const { type } = search
  return {
    ...place,
    from: hasPlace || type ? JSON.stringify(search) : undefined,
    entries: { ...(type && isUuid(type) && { typeId: type.toLowerCase() }), ...place.entries },
  }
}

interface Found {
  point: Point | null | undefined
  locations: readonly Location[]
}

/**
 * Returns the place for the report: the point in the URL with its location, or else the location in the URL. An
 * archived place is not used but reported as a problem.
 */
function placeOf(search: ReportSearch, { point, locations }: Found): Place {
  if (search.point !== undefined && !point) return { entries: {}, problem: texts.unknownPoint }
  const locationId = point?.locationId ?? search.location?.toLowerCase()
  const location = locations.find(({ id }) => id === locationId)
  if (!location) return { entries: {}, problem: texts.unknownLocation }
  if (location.archived) return { entries: {}, problem: texts.archived(location.name) }
  if (point?.archived) return { entries: { locationId: location.id }, problem: texts.archived(point.name) }
  return { entries: { locationId: location.id, ...(point && { pointId: point.id }) } }
}

function lastPlace(lastLocationId: Uuid | undefined, locations: readonly Location[]): Place {
  const isUsable = locations.some(({ id, archived }) => id === lastLocationId && !archived)
  return lastLocationId && isUsable ? { entries: { locationId: lastLocationId }, lastLocationId } : { entries: {} }
}
