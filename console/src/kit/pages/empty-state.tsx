import { Stack, Text, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  title: string
  /** Text that names the next step for the user. */
  explanation?: string
  action?: ReactNode
}

/** Message shown instead of an empty list. It explains the next step. */
export function EmptyState({ icon: Icon, title, explanation, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md">
      {Icon && <Icon size={40} stroke={1.3} aria-hidden />}
      <Title order={2} size="h3" ta="center" maw={460}>
        {title}
      </Title>
      {explanation && (
        <Text c="dimmed" ta="center" maw={460}>
          {explanation}
        </Text>
      )}
      {action}
    </Stack>
  )
}
