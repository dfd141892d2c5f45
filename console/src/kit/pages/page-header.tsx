import { Group, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { frameTexts } from '../../texts/frame.ts'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** Content beside the title, for example a count or a state. */
  aside?: ReactNode
  /** Buttons at the end of the line with the title. */
  actions?: ReactNode
  /** Content above the title, for example a link to the parent page. */
  above?: ReactNode
}

/** Header of every page. It renders the only h1 and sets the document title. */
export function PageHeader({ title, aside, actions, above }: PageHeaderProps) {
  useDocumentTitle(frameTexts.documentTitle(title))
  return (
    <header className={classes.header}>
      {above}
      <Group justify="space-between" gap="xs" mih={36}>
        <Group gap="sm" className={classes.title}>
          <Title order={1} id="page-title">
            {title}
          </Title>
          {aside}
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    </header>
  )
}
