import { useQuery } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { usersQuery } from '../../directory/names-queries.ts'
import { SearchMenu } from '../../kit/menus/search-menu.tsx'
import { useSession } from '../../sessions/session.ts'
import { fieldTexts } from '../../texts/incident-form.ts'
import { incidentMenuTexts as texts } from '../../texts/incident-menus.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import { noValue, type PlacedMenu } from './placed-menu.ts'

interface AssigneeMenuProps extends PlacedMenu {
  /** Current assignee; undefined if the menu assigns several incidents. */
  value: Uuid | null | undefined
  /** Called with the chosen user, or with null and no name to unassign the incidents. */
  onChoose: (assigneeId: Uuid | null, name: string | undefined) => void
}

/** Menu to choose an assignee. Lists the signed-in user first, then the other staff, then “unassigned”. */
export function AssigneeMenu({ value, onChoose, ...menu }: AssigneeMenuProps) {
  const { user } = useSession()
  const { data: users, error, refetch } = useQuery(usersQuery)
  const others = (users ?? []).filter(({ kind, archived, id }) => kind === 'staff' && !archived && id !== user.id)
  const people = [
    { value: user.id, label: user.name, text: texts.toMe(user.name) },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <SearchMenu
      {...menu}
      label={fieldTexts.assigneeId}
      searchLabel={texts.find.assigneeId}
      options={people}
      always={value === null ? [] : [{ value: noValue, label: incidentTexts.unassigned }]}
      loading={users ? undefined : { error, onRetry: () => void refetch() }}
      current={value}
      onChoose={(chosen) =>
        chosen === noValue
          ? onChoose(null, undefined)
          : onChoose(chosen, people.find((person) => person.value === chosen)?.label)
      }
    />
  )
}
