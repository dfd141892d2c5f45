import { Button, Stack, Table } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import type { Page } from '../../api/pages.ts'
import { LoadState } from '../../kit/feedback/load-state.tsx'
import { EmptyState } from '../../kit/pages/empty-state.tsx'
import { RowsSkeleton } from '../../kit/feedback/skeletons.tsx'
import { directoryTexts } from '../../texts/directory.ts'
import type { DirectorySearch } from '../directory-search.ts'
import classes from './entry-list.module.css'
import { ListFilters } from './list-filters.tsx'
import { Pager } from './pager.tsx'
import { useFocusInRows } from './use-focus-in-rows.ts'

const texts = directoryTexts.list

interface EntryListProps<Item> {
  title: string
  list: UseQueryResult<Page<Item>>
  search: DirectorySearch
  /** Header cells of the table. */
  head: ReactNode
  renderRow: (item: Item) => ReactNode
  /** Element shown if the list is empty although no filter is set. */
  empty: ReactNode
}

/**
 * List of locations, points or users with a search, a filter and pages. The URL contains the search text, the filter
 * and the page number.
 */
export function EntryList<Item>({ title, list, search, head, renderRow, empty }: EntryListProps<Item>) {
  const navigate = useNavigate()
  const inRows = useFocusInRows()
  const isBeyondEnd = search.page !== undefined && list.data?.items.length === 0 && !list.isPlaceholderData
  useEffect(() => {
    // The page is empty if its last entry was archived, or if a link has too high a number. Show the first page.
    if (isBeyondEnd) void navigate({ to: '.', search: { ...search, page: undefined }, replace: true })
  }, [isBeyondEnd, navigate, search])
  const narrow = (next: DirectorySearch) => void navigate({ to: '.', search: next, replace: true })
  return (
    <>
      <ListFilters title={title} search={search} onSearch={narrow} />
      <Stack gap="md">
        <LoadState
          queries={[list]}
          skeleton={
            <div aria-busy="true">
              <RowsSkeleton rows={10} heightPx={53} />
            </div>
          }
        />
        {list.data && list.data.items.length > 0 && (
          <div>
            <Table className={classes.table!} highlightOnHover aria-label={title} {...inRows}>
              <Table.Thead>
                <Table.Tr>{head}</Table.Tr>
              </Table.Thead>
              <Table.Tbody>{list.data.items.map(renderRow)}</Table.Tbody>
            </Table>
            <Pager
              page={search.page ?? 1}
              count={list.data.items.length}
              hasNext={list.data.next !== undefined}
              // Add each page to the browser history, so that the Back button returns to the previous page of the list.
              onPage={(page) => void navigate({ to: '.', search: { ...search, page } })}
            />
          </div>
        )}
        {list.data?.items.length === 0 &&
          !isBeyondEnd &&
          (isNarrowed(search) ? <NothingFound onShowAll={() => narrow({ show: 'all' })} /> : empty)}
      </Stack>
    </>
  )
}

const isNarrowed = ({ q, show }: DirectorySearch): boolean => q !== undefined || show === 'archived'

const NothingFound = ({ onShowAll }: { onShowAll: () => void }) => (
  <EmptyState
    icon={IconSearchOff}
    title={texts.nothingFound}
    explanation={texts.nothingFoundExplanation}
    action={
      <Button variant="default" onClick={onShowAll}>
        {texts.showAll}
      </Button>
    }
  />
)
