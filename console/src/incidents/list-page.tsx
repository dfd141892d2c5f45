import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { incidentListTexts } from '../texts/incident-list.ts'
import { FoundCount } from './found-count.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { HeadActions } from './head-actions.tsx'
import { reasonOfEmptyList, type IncidentSearch } from './search/incident-search.ts'
import { IncidentTable } from './list/table/incident-table.tsx'
import { SelectionBar } from './list/selection/selection-bar.tsx'
import { useTableDisplay } from './list/table/table-display.ts'
import { DisplayMenu } from './list/display-menu.tsx'
import { useSelection } from './list/selection/use-selection.ts'
import { SortMenu } from './list/sort-menu.tsx'
import { useLivePages } from './list/use-live-pages.ts'
import { NamesContext, useKnownNames } from './names-context.ts'
import { incidentCountQuery, incidentPagesQuery } from './queries.ts'
import { useIncidentSearch } from './search/use-search.ts'
import { useOpenView } from './views/use-open-view.ts'
import { ViewActions } from './views/view-actions.tsx'

const texts = incidentListTexts

/** List page: shows the incidents that match the search in the URL. */
export function IncidentListPage() {
  const { search, query, change, clear } = useIncidentSearch()
  const { view } = useOpenView(search)
  const pages = useInfiniteQuery(incidentPagesQuery(query))
  const counted = useQuery(incidentCountQuery(query))
  const count = counted.data
  const incidents = useMemo(() => pages.data?.pages.flatMap(({ items }) => items), [pages.data])
  const selection = useSelection(JSON.stringify({ ...search, sort: undefined, view: undefined }), incidents)
  // Read these properties on every render: TanStack Query renders the page again only if a property that was read
  // changes.
  const { fetchNextPage, isFetchNextPageError, isFetching } = pages
  const display = useTableDisplay()
  useLivePages(query)

  return (
    <NamesContext value={useKnownNames(incidents)}>
      <PageHeader
        title={view?.name ?? texts.title}
        aside={
          <>
            <FoundCount count={count} search={search} />
            <ViewActions search={search} layout="list" />
          </>
        }
        actions={<HeadActions search={search} query={query} layout="list" />}
      />
      <FilterBar search={search} onChange={change} onClear={clear}>
        <SortMenu sort={search.sort} onSort={(sort) => change({ sort })} />
        <DisplayMenu display={display} />
      </FilterBar>
      {pages.isError && !pages.data ? (
        <ProblemAlert title={texts.loadFailed} error={pages.error} onRetry={() => void pages.refetch()} />
      ) : incidents?.length === 0 ? (
        <NothingHere search={search} onClear={clear} />
      ) : (
        <IncidentTable
          incidents={incidents}
          total={count && !count.hasMore ? count.count : undefined}
          isFormer={pages.isPlaceholderData}
          hasMore={pages.hasNextPage}
          onNearEnd={() => {
            if (!isFetching && !isFetchNextPageError) void fetchNextPage()
          }}
          search={search}
          onSort={(sort) => change({ sort })}
          display={display}
          selection={selection.rows}
          onSelect={selection.onRowsChange}
        />
      )}
      {isFetchNextPageError && (
        <ProblemAlert error={pages.error} title={texts.loadMoreFailed} onRetry={() => void fetchNextPage()} />
      )}
      <SelectionBar
        selection={selection}
        loaded={incidents?.length ?? 0}
        query={query}
        // Show no count until the incidents that match the new filters are counted. The old count would be wrong in a
        // question such as “Delete 3 incidents?”.
        count={counted.isPlaceholderData ? undefined : count}
      />
    </NamesContext>
  )
}

function NothingHere({ search, onClear }: { search: IncidentSearch; onClear: () => void }) {
  const reason = reasonOfEmptyList(search)
  return reason === 'nothingMatches' ? (
    <EmptyState
      icon={IconFilterOff}
      {...texts[reason]}
      action={<Button onClick={onClear}>{texts.filters.clearAll}</Button>}
    />
  ) : (
    <EmptyState
      icon={IconInbox}
      {...texts[reason]}
      action={<Button renderRoot={(props) => <Link to="/incidents/new" {...props} />}>{texts.report}</Button>}
    />
  )
}
