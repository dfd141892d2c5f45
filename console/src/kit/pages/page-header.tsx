import { Group, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { frameTexts } from '../../texts/frame.ts'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** Editor of the title, shown in place of the plain title. */
  editor?: ReactNode
  /** True while the editor shows a field. A heading cannot contain a field, so only screen readers get the heading. */
  isEditing?: boolean
  /** Content beside the title, for example a count or a state. */
  aside?: ReactNode
  /** Content below the title, for example values that can be edited. */
  below?: ReactNode
  /** Buttons at the end of the line with the title. */
  actions?: ReactNode
  /** Content above the title, for example a link to the parent page. */
  above?: ReactNode
}

/** Header of every page. It renders the only h1 and sets the document title. */
export function PageHeader({ title, editor, isEditing = false, aside, below, actions, above }: PageHeaderProps) {
  useDocumentTitle(frameTexts.documentTitle(title))
  return (
    <header className={classes.header}>
      {above}
      <Group justify="space-between" gap="xs" mih={32}>
        <Group gap="sm" className={classes.title}>
          {isEditing ? (
            <>
              <VisuallyHidden>
                <h1 id="page-title">{title}</h1>
              </VisuallyHidden>
              <div className={classes.editor}>{editor}</div>
            </>
          ) : (
            <Title order={1} id="page-title">
              {editor ?? title}
            </Title>
          )}
          {aside}
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {below && <div className={classes.below}>{below}</div>}
    </header>
  )
}
