import { ActionIcon, Menu, Table, VisuallyHidden } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconDots, IconListDetails, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { directoryTexts } from '../../texts/directory.ts'
import classes from './entry-list.module.css'
import type { EntryFilter } from './incidents-link.tsx'

const texts = directoryTexts.list

interface RowMenuProps {
  name: string
  archived: boolean
  editLabel?: string
  onEdit: () => void
  onArchive: () => void
  onRestore: () => void
  /** Filter that finds the incidents of this entry; absent if the entry has no incidents. */
  incidents?: EntryFilter | undefined
  /** Additional menu items, shown below the item that edits the entry. */
  children?: ReactNode
}

/** Menu of actions for one row of a list: a location, point or user. */
export function RowMenu({ name, archived, editLabel = texts.edit, incidents, children, ...on }: RowMenuProps) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={texts.actionsOf(name)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={on.onEdit}>
          {editLabel}
        </Menu.Item>
        {children}
        {incidents && (
          <Menu.Item
            leftSection={<IconListDetails size={16} />}
            renderRoot={(props: object) => <Link to="/incidents" search={incidents} {...props} />}
          >
            {texts.showIncidents}
          </Menu.Item>
        )}
        {archived ? (
          <Menu.Item leftSection={<IconArchiveOff size={16} />} onClick={on.onRestore}>
            {texts.restore}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconArchive size={16} />} onClick={on.onArchive}>
            {texts.archive}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Header cell of the table column that contains the row menus. */
export const ActionsHead = () => (
  <Table.Th className={classes.actions!}>
    <VisuallyHidden>{texts.actions}</VisuallyHidden>
  </Table.Th>
)
