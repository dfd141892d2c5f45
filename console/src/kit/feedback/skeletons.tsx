import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { frameTexts } from '../../texts/frame.ts'

/** What a page shows while its code or its first data is on the way: the height of what will come. */
export function PageSkeleton() {
  return (
    <Stack gap="md" aria-busy="true">
      <VisuallyHidden component="output">{frameTexts.loading}</VisuallyHidden>
      <Skeleton height={36} width={220} />
      <RowsSkeleton rows={8} />
    </Stack>
  )
}

/** As many lines as the list will have, each as high as one of its rows, so that nothing moves when they come. */
export function RowsSkeleton({ rows, heightPx = 40 }: { rows: number; heightPx?: number }) {
  return (
    <Stack gap={8} aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={heightPx - 8} />
      ))}
    </Stack>
  )
}
