import { Group, Paper, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

interface PanelProps {
  title: string
  /** Content to the right of the title. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** Panel of the overview page with a heading. */
export function Panel({ title, aside, className, children }: PanelProps) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" className={className ?? ''} aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  )
}
