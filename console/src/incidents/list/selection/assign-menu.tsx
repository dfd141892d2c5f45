import { useQuery } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { usersQuery } from '../../../directory/names-queries.ts'
import { SearchMenu } from '../../../kit/menus/search-menu.tsx'
import { useSession } from '../../../sessions/session.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import { incidentTexts } from '../../../texts/incidents.ts'
import { nobody } from '../../search/incident-search.ts'
import classes from './selection-bar.module.css'

const texts = incidentListTexts.bulk

interface AssignMenuProps {
  disabled: boolean
  /** Called with the chosen user, or with null and no name to unassign the incidents. */
  onChoose: (assigneeId: Uuid | null, name: string | undefined) => void
}

/** Menu to assign the selected incidents. Lists the signed-in user first, then the other staff, then “unassigned”. */
export function AssignMenu({ disabled, onChoose }: AssignMenuProps) {
  const { user } = useSession()
  const { data: users, error, refetch } = useQuery(usersQuery)
  const others = (users ?? []).filter(({ kind, archived, id }) => kind === 'staff' && !archived && id !== user.id)
  const people = [
    { value: user.id, label: user.name, text: texts.toMe(user.name) },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <SearchMenu
      label={texts.assign}
      searchLabel={texts.findPerson}
      options={people}
      always={[{ value: nobody, label: incidentTexts.unassigned }]}
      loading={users ? undefined : { error, onRetry: () => void refetch() }}
      position="top-end"
      buttonProps={{ variant: 'default', disabled, className: classes.button! }}
      onChoose={(chosen) =>
        chosen === nobody
          ? onChoose(null, undefined)
          : onChoose(chosen, people.find(({ value }) => value === chosen)?.label)
      }
    >
      {texts.assign}
    </SearchMenu>
  )
}
