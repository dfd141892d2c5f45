import { ActionIcon, Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconDots, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { directoryTexts } from '../texts/directory.ts'

const texts = directoryTexts.list

interface RowMenuProps {
  name: string
  archived: boolean
  editLabel?: string
  onEdit: () => void
  onArchive: () => void
  onRestore: () => void
  /** What else can be done with it. */
  children?: ReactNode
}

/** What can be done with one entry of a list. */
export function RowMenu({ name, archived, editLabel = texts.edit, children, ...on }: RowMenuProps) {
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
