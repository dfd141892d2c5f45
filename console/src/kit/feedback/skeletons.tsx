import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { frameTexts } from '../../texts/frame.ts'

/** Placeholder for a page while its JavaScript chunk or its first data is loading. */
export function PageSkeleton() {
  return (
    <Stack gap="md" aria-busy="true">
      <VisuallyHidden component="output">{frameTexts.loading}</VisuallyHidden>
      <Skeleton height={36} width={220} />
      <RowsSkeleton rows={8} />
    </Stack>
  )
}

/** Placeholder rows with the height of the rows of a list, so that nothing moves when the list appears. */
export function RowsSkeleton({ rows, heightPx = 40 }: { rows: number; heightPx?: number }) {
  return (
    <Stack gap={8} aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={heightPx - 8} />
      ))}
    </Stack>
  )
}
