import { Stack, Text, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  title: string
  /** What to do next. */
  explanation?: string
  action?: ReactNode
}

/** Stands where a list would, and says what to do about its being empty. */
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
