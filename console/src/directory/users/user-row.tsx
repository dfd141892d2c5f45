import { Badge, Group, Table, Text } from '@mantine/core'
import type { CountedStaffUser } from '@tocsin/contract/console/directory-administration.ts'
import type { ReactNode } from 'react'
import { userTexts } from '../../texts/users.ts'
import classes from '../list/entry-list.module.css'
import { IncidentsLink } from '../list/incidents-link.tsx'

const texts = userTexts

interface UserRowProps {
  user: CountedStaffUser
  /** True if this is the row of the signed-in user. */
  isSelf: boolean
  menu: ReactNode
}

/** Table row of one user. On a phone, the row has several lines. */
export function UserRow({ user, isSelf, menu }: UserRowProps) {
  const { id, name, email, role, incidentCount } = user
  return (
    <Table.Tr data-own={isSelf || undefined}>
      <Table.Td>
        <Group gap="xs">
          <Text span>{name}</Text>
          {isSelf && <Badge variant="outline">{texts.you}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" hiddenFrom="sm">
          {email}
        </Text>
        <Text size="sm" c="dimmed" hiddenFrom="sm">
          {texts.roles[role].name} · {stateOf(user)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Table.Td>
      <Table.Td visibleFrom="sm">{texts.roles[role].name}</Table.Td>
      <Table.Td visibleFrom="sm">{stateOf(user)}</Table.Td>
      <Table.Td visibleFrom="sm" className={classes.number}>
        <IncidentsLink count={incidentCount} search={{ assigneeId: [id] }} />
      </Table.Td>
      <Table.Td className={classes.actions}>{menu}</Table.Td>
    </Table.Tr>
  )
}

function stateOf({ archived, canSignIn }: CountedStaffUser): string {
  if (archived) return texts.states.archived
  return canSignIn ? texts.states.inUse : texts.states.withoutPassword
}
