import { Button, Group } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { frameTexts } from '../../texts/frame.ts'
import { ProblemAlert } from '../feedback/problem-alert.tsx'
import { useRegainFocusAfter } from '../forms/use-regain-focus-after.ts'

interface NextPageButtonProps {
  pages: Pick<
    UseInfiniteQueryResult,
    'error' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  label: string
}

/**
 * Button below a list that loads its next page. The last page has no button. If the next page fails to load, an alert
 * appears above the button, and the button tries again.
 */
export function NextPageButton({
  pages: { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  label,
}: NextPageButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useRegainFocusAfter(isFetchingNextPage, button)
  if (!hasNextPage) return null
  return (
    <>
      {isFetchNextPageError && !isFetchingNextPage && <ProblemAlert title={frameTexts.problem.load} error={error} />}
      <Group justify="center">
        <Button ref={button} variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {label}
        </Button>
      </Group>
    </>
  )
}
