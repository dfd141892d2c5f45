import { useQuery } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { currentConfigurationQuery } from '../../configuration/names.ts'
import { locationsQuery, pointsQuery, usersQuery } from '../../directory/names.ts'
import { useSession } from '../../sessions/session.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import { statesQuery } from '../../workflow/states.ts'
import { me, priorities, type IncidentSearch, type ListFilter } from '../incident-search.ts'
import { useName } from '../names-context.ts'

export interface FilterOption {
  value: string
  label: string
  /** Still findable, because Incidents keep it; offered last. */
  isArchived?: boolean
}

/** The filters whose values are chosen, not typed. */
export type ChosenFilter = Exclude<ListFilter, 'tags' | 'externalId'>

/** What can be chosen for each filter; undefined while it is read. */
export function useFilterOptions(search: IncidentSearch): Record<ChosenFilter, FilterOption[] | undefined> {
  const states = useQuery(statesQuery).data
  const configuration = useQuery(currentConfigurationQuery).data
  const locations = useQuery(locationsQuery).data
  const points = usePoints(search)
  const users = useQuery(usersQuery).data
  const { user } = useSession()
  const typeNames = new Map(configuration?.types.map(({ id, name }) => [id, name]))
  const categories = configuration?.categories.filter(({ typeId }) => !search.typeId || search.typeId.includes(typeId))
  return {
    stateId: states?.map(({ id, name }) => ({ value: id, label: name })),
    priority: priorities.map((priority) => ({ value: priority, label: incidentTexts.priorities[priority] })),
    typeId: configuration?.types.map(({ id, name, active }) => ({ value: id, label: name, isArchived: !active })),
    categoryId: categories?.map(({ id, typeId, name, active }) => ({
      value: id,
      label: search.typeId?.length === 1 ? name : `${typeNames.get(typeId) ?? ''} › ${name}`,
      isArchived: !active,
    })),
    locationId: optionsOf(locations),
    pointId: optionsOf(points),
    assigneeId: users && [
      { value: me, label: incidentListTexts.filters.me },
      ...optionsOf(users.filter(({ kind, id }) => kind === 'staff' && id !== user.id))!,
    ],
    createdBy: optionsOf(users),
  }
}

/** Points are read for the Locations that are filtered by, or all of them where a link names one without its Location. */
function usePoints({ locationId, pointId }: IncidentSearch) {
  const wanted = locationId !== undefined || pointId !== undefined
  return useQuery({ ...pointsQuery(locationId ?? []), enabled: wanted }).data
}

const optionsOf = (
  entries: readonly { id: Uuid; name: string; archived: boolean }[] | undefined,
): FilterOption[] | undefined =>
  entries
    ?.map(({ id, name, archived }) => ({ value: id, label: name, isArchived: archived }))
    .toSorted((one, other) => Number(one.isArchived) - Number(other.isArchived))

/** The words for one value of a filter, whichever it is. */
export function useValueLabel(
  filter: ListFilter,
  value: string,
  options: Record<ChosenFilter, FilterOption[] | undefined>,
): string {
  const name = useName(value)
  if (filter === 'tags' || filter === 'externalId') return value
  return options[filter]?.find((option) => option.value === value)?.label ?? name ?? incidentListTexts.filters.unknown
}
