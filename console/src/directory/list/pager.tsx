import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { directoryTexts } from '../../texts/directory.ts'
import { pageSize } from '../queries.ts'

const texts = directoryTexts.list

interface PagerProps {
  page: number
  count: number
  hasNext: boolean
  onPage: (page: number) => void
}

/** Buttons for the previous and the next page. Renders nothing if there is only one page. */
export function Pager({ page, count, hasNext, onPage }: PagerProps) {
  if (page === 1 && !hasNext) return null
  const first = (page - 1) * pageSize + 1
  return (
    <Group component="nav" aria-label={texts.pages} justify="flex-end" gap="sm" mt="sm">
      <Text size="sm" c="dimmed">
        {texts.range(first, first + count - 1)}
      </Text>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        {texts.previous}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} aria-hidden />}
        disabled={!hasNext}
        onClick={() => onPage(page + 1)}
      >
        {texts.next}
      </Button>
    </Group>
  )
}
