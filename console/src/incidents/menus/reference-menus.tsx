import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { currentConfigurationQuery } from '../../configuration/queries.ts'
import { locationsQuery, pointsQuery } from '../../directory/names-queries.ts'
import { SearchMenu } from '../../kit/menus/search-menu.tsx'
import { fieldTexts } from '../../texts/incident-form.ts'
import { incidentMenuTexts as texts } from '../../texts/incident-menus.ts'
import { noValue, type PlacedMenu } from './placed-menu.ts'

export interface ReferenceMenuProps extends PlacedMenu {
  incident: IncidentResponse
  onChoose: (id: Uuid | null) => void
}

export function TypeMenu(props: ReferenceMenuProps) {
  const read = useQuery(currentConfigurationQuery)
  const options = read.data?.types.filter(({ active }) => active)
  return <ReferenceMenu {...props} field="typeId" read={read} options={options} />
}

export function CategoryMenu(props: ReferenceMenuProps) {
  const read = useQuery(currentConfigurationQuery)
  const options = read.data?.categories.filter(({ active, typeId }) => active && typeId === props.incident.typeId)
  return <ReferenceMenu {...props} field="categoryId" read={read} options={options} />
}

export function LocationMenu(props: ReferenceMenuProps) {
  const read = useQuery(locationsQuery)
  const options = read.data?.filter(({ archived }) => !archived)
  return <ReferenceMenu {...props} field="locationId" read={read} options={options} />
}

export function PointMenu(props: ReferenceMenuProps) {
  const { locationId } = props.incident
  const read = useQuery({ ...pointsQuery(locationId ? [locationId] : []), enabled: locationId !== null })
  const options = locationId === null ? [] : read.data?.filter(({ archived }) => !archived)
  return <ReferenceMenu {...props} field="pointId" read={read} options={options} />
}

interface ReferenceListProps extends ReferenceMenuProps {
  field: 'typeId' | 'categoryId' | 'locationId' | 'pointId'
  read: Pick<UseQueryResult, 'error' | 'refetch'>
  /** Choices of the menu; undefined until they are loaded. */
  options: readonly { id: Uuid; name: string }[] | undefined
}

/** Menu to choose one type, category, location or point, or none. */
function ReferenceMenu({ incident, field, read, options, onChoose, ...menu }: ReferenceListProps) {
  return (
    <SearchMenu
      {...menu}
      label={fieldTexts[field]}
      searchLabel={texts.find[field]}
      emptyText={texts.none[field]}
      options={(options ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      always={incident[field] === null ? [] : [{ value: noValue, label: texts.clear[field] }]}
      loading={options ? undefined : { error: read.error, onRetry: () => void read.refetch() }}
      current={incident[field]}
      onChoose={(chosen) => onChoose(chosen === noValue ? null : chosen)}
    />
  )
}
