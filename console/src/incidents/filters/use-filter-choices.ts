import { useQuery } from '@tanstack/react-query'
import type { WorkflowState } from '@tocsin/contract/api/directory.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { currentConfigurationQuery } from '../../configuration/queries.ts'
import { locationsQuery, pointsQuery, usersQuery } from '../../directory/names-queries.ts'
import { useSession } from '../../sessions/session.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { statesQuery } from '../../workflow/queries.ts'
import { me, type IncidentSearch, type ListFilter, type Opening } from '../search/incident-search.ts'
import { useName } from '../names-context.ts'
import { priorityOptions } from '../../incident-form/priority-options.ts'

interface FilterOption {
  value: string
  label: string
  /**
   * True if the value is archived. Archived values are offered because older incidents may refer to them, but they are
   * listed last.
   */
  isArchived?: boolean
}

/** Options of one filter, or the state of loading them. */
export interface FilterChoices {
  /** Options of the filter; undefined while the options load or if loading failed. */
  options: readonly FilterOption[] | undefined
  error: Error | null
  onRetry: () => void
}

/** Filters whose values the user chooses from a list, in contrast to typed values such as tags. */
type ChosenFilter = Exclude<ListFilter, 'tags' | 'externalId'>

const texts = incidentListTexts.filters

/** Loads the options of all filters whose values are chosen from a list. */
export function useFilterChoices(search: IncidentSearch): Record<ChosenFilter, FilterChoices> {
  const states = useQuery(statesQuery)
  const configuration = useQuery(currentConfigurationQuery)
  const locations = useQuery(locationsQuery)
  const points = usePoints(search)
  const users = useQuery(usersQuery)
  const { user } = useSession()
  const { types, categories } = configuration.data ?? {}
  const typeNames = new Map(types?.map(({ id, name }) => [id, name]))
  const fitting = categories?.filter(({ typeId }) => !search.typeId || search.typeId.includes(typeId))
  return {
    stateId: choicesOf(states, states.data && [...openAndClosed, ...namesOf(states.data)]),
    priority: known(priorityOptions),
    typeId: choicesOf(
      configuration,
      types?.map(({ id, name, active }) => ({ value: id, label: name, isArchived: !active })),
    ),
    categoryId: choicesOf(
      configuration,
      fitting?.map(({ id, typeId, name, active }) => ({
        value: id,
        label: search.typeId?.length === 1 ? name : `${typeNames.get(typeId) ?? ''} › ${name}`,
        isArchived: !active,
      })),
    ),
    locationId: choicesOf(locations, optionsOf(locations.data)),
    pointId: points,
    assigneeId: choicesOf(
      users,
      users.data && [
        { value: me, label: texts.me },
        ...optionsOf(users.data.filter(({ kind, id }) => kind === 'staff' && id !== user.id))!,
      ],
    ),
    createdBy: choicesOf(users, optionsOf(users.data)),
  }
}

/**
 * Loads the points of the chosen locations. If the search has a point but no location, loads the points of all
 * locations.
 */
function usePoints({ locationId, pointId }: IncidentSearch): FilterChoices {
  const isWanted = locationId !== undefined || pointId !== undefined
  const points = useQuery({ ...pointsQuery(locationId ?? []), enabled: isWanted })
  return isWanted ? choicesOf(points, optionsOf(points.data)) : known([])
}

interface Reading {
  error: Error | null
  refetch: () => Promise<unknown>
}

const choicesOf = ({ error, refetch }: Reading, options: FilterChoices['options']): FilterChoices => ({
  options,
  error,
  onRetry: () => void refetch(),
})

const known = (options: FilterOption[]): FilterChoices => ({ options, error: null, onRetry: () => undefined })

const openAndClosed: (FilterOption & { value: Opening })[] = [
  { value: 'open', label: texts.allOpen },
  { value: 'closed', label: texts.allClosed },
]

const namesOf = (states: readonly WorkflowState[]): FilterOption[] =>
  states.map(({ id, name }) => ({ value: id, label: name }))

const optionsOf = (
  entries: readonly { id: Uuid; name: string; archived: boolean }[] | undefined,
): FilterOption[] | undefined =>
  entries
    ?.map(({ id, name, archived }) => ({ value: id, label: name, isArchived: archived }))
    .toSorted((one, other) => Number(one.isArchived) - Number(other.isArchived))

/** Returns the text that users see for one value of a filter, such as the name of a location. */
export function useValueLabel(filter: ListFilter, value: string, choices: Record<ChosenFilter, FilterChoices>): string {
  const name = useName(value)
  if (filter === 'tags' || filter === 'externalId') return value
  const option = choices[filter].options?.find((each) => each.value === value)
  return option?.label ?? name ?? texts.unknown
}
