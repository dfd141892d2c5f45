import { Button, Menu, Table, Text } from '@mantine/core'
import { IconLock, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { CountedStaffUser } from '@tocsin/contract/console/directory-administration.ts'
import { useState } from 'react'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { useSession } from '../sessions/session.ts'
import { directoryTexts } from '../texts/directory.ts'
import { userTexts } from '../texts/users.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { EntryList } from './list/entry-list.tsx'
import classes from './list/entry-list.module.css'
import { PasswordDialog } from './users/password-dialog.tsx'
import { staffPageQuery } from './queries.ts'
import { ActionsHead, RowMenu } from './list/row-menu.tsx'
import { useOwnAccount } from './users/use-own-account.ts'
import { useRestore } from './use-restore.ts'
import { UserDialog } from './users/user-dialog.tsx'
import { UserRow } from './users/user-row.tsx'

const texts = userTexts

type Dialog = { kind: 'add' } | { kind: 'edit' | 'archive' | 'password'; user: CountedStaffUser }

/** Page with the list of staff users, their roles and their sign-in status. */
export function UsersPage() {
  const search = useSearch({ from: '/staff/administration/users' })
  const list = useQuery(staffPageQuery(search))
  const { user: self } = useSession()
  const [dialog, setDialog] = useState<Dialog>()
  const restore = useRestore('/users')
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
      {texts.add}
    </Button>
  )
  const menuOf = (user: CountedStaffUser) => (
    <RowMenu
      name={user.name}
      archived={user.archived}
      incidents={user.incidentCount > 0 ? { assigneeId: [user.id] } : undefined}
      onEdit={() => setDialog({ kind: 'edit', user })}
      onArchive={() => setDialog({ kind: 'archive', user })}
      onRestore={() => restore(user)}
    >
      {user.id !== self.id && (
        <Menu.Item leftSection={<IconLock size={16} />} onClick={() => setDialog({ kind: 'password', user })}>
          {texts.setPassword}
        </Menu.Item>
      )}
    </RowMenu>
  )
  return (
    <>
      <PageHeader title={texts.title} actions={add} />
      <Text c="dimmed" mb="md">
        {texts.explanation}
      </Text>
      <EntryList
        title={texts.title}
        list={list}
        search={search}
        head={<Head />}
        renderRow={(user) => <UserRow key={user.id} user={user} isSelf={user.id === self.id} menu={menuOf(user)} />}
        empty={<EmptyState icon={IconUsers} title={texts.empty} explanation={texts.emptyExplanation} />}
      />
      <OpenDialog dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}

const Head = () => (
  <>
    <Table.Th>{texts.name}</Table.Th>
    <Table.Th visibleFrom="sm">{texts.email}</Table.Th>
    <Table.Th visibleFrom="sm">{texts.role}</Table.Th>
    <Table.Th visibleFrom="sm">{texts.state}</Table.Th>
    <Table.Th visibleFrom="sm" className={classes.number}>
      {directoryTexts.list.incidents}
    </Table.Th>
    <ActionsHead />
  </>
)

function OpenDialog({ dialog, onClose }: { dialog: Dialog | undefined; onClose: () => void }) {
  const { user: self } = useSession()
  const own = useOwnAccount()
  if (dialog === undefined) return null
  if (dialog.kind === 'add') return <UserDialog onClose={onClose} />
  const { kind, user } = dialog
  if (kind === 'edit') return <UserDialog user={user} onClose={onClose} />
  if (kind === 'password') return <PasswordDialog user={user} onClose={onClose} />
  const isSelf = user.id === self.id
  return (
    <ArchiveDialog
      path={`/users/${user.id}`}
      name={user.name}
      explanation={isSelf ? texts.archiveSelf : texts.archiveExplanation}
      {...(isSelf && { onArchived: own.leave })}
      onClose={onClose}
    />
  )
}
