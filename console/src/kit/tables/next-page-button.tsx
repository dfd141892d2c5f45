import { Button, Group } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { useRegainFocusAfter } from '../forms/use-regain-focus-after.ts'

interface NextPageButtonProps {
  pages: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  label: string
}

/** Button below a list that loads its next page. The last page has no button. */
export function NextPageButton({
  pages: { hasNextPage, isFetchingNextPage, fetchNextPage },
  label,
}: NextPageButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useRegainFocusAfter(isFetchingNextPage, button)
  if (!hasNextPage) return null
  return (
    <Group justify="center">
      <Button ref={button} variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </Group>
  )
}
