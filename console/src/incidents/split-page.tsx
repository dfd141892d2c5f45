import { ActionIcon, Group, Title } from '@mantine/core'
import { IconArrowsDiagonal, IconLayoutSidebar } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useMemo, useRef } from 'react'
import { ReservedKeys } from '../keyboard/reserved-keys.tsx'
import { ProblemAlert } from '../kit/feedback/problem-alert.tsx'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { useSession } from '../sessions/session.ts'
import { incidentListTexts } from '../texts/incident-list.ts'
import { splitTexts as texts } from '../texts/split.ts'
import { OpenIncident } from './detail/open-incident.tsx'
import { FoundCount } from './found-count.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { HeadActions } from './head-actions.tsx'
import { SortMenu } from './list/sort-menu.tsx'
import { useDistanceFromTop } from './list/table/use-virtual-rows.ts'
import { useLivePages } from './list/use-live-pages.ts'
import { NamesContext, useKnownNames } from './names-context.ts'
import { fromOrigin, rememberOrigin } from './origin/origin.ts'
import { incidentCountQuery, incidentPagesQuery } from './queries.ts'
import { useIncidentSearch } from './search/use-search.ts'
import { useOpenView } from './views/use-open-view.ts'
import { ViewActions } from './views/view-actions.tsx'
import { CompactList } from './split/compact-list.tsx'
import classes from './split/split.module.css'

/** Keys for the list that also work while the incident beside the list has the focus. */
const listKeys = ['j', 'k', 'Enter', 'Escape']

/** Page with the list on the left and one of its incidents on the right. */
export function SplitPage() {
  const { search, query, change, clear } = useIncidentSearch()
  const { view } = useOpenView(search)
  const { open: openId } = useSearch({ from: '/staff/split' })
  const pages = useInfiniteQuery(incidentPagesQuery(query))
  const count = useQuery(incidentCountQuery(query)).data
  const incidents = useMemo(() => pages.data?.pages.flatMap(({ items }) => items), [pages.data])
  // Read these properties on every render, because TanStack Query tracks which properties a page reads.
  const { fetchNextPage, isFetchNextPageError, isFetching } = pages
  useLivePages(query)
  const page = useRef<HTMLDivElement>(null)
  const topPx = useDistanceFromTop(page)
  const pane = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const { user } = useSession()
  const open = (id: Uuid) => {
    // Store no other ids: they serve links to the next and previous incident, which the visible list replaces.
    rememberOrigin(user.id, { id, ids: [id], layout: 'split', search })
    if (id !== openId) {
      void navigate({ to: '/split', search: { ...search, open: id }, state: fromOrigin, resetScroll: false })
    }
  }
  const title = view?.name ?? incidentListTexts.title
  const aside = (
    <>
      <FoundCount count={count} search={search} />
      <ViewActions search={search} layout="split" />
    </>
  )
  const actions = <HeadActions search={search} query={query} layout="split" />

  return (
    <NamesContext value={useKnownNames()}>
      <div
        ref={page}
        className={classes.page}
        style={{ height: `calc(100dvh - ${topPx}px - var(--mantine-spacing-lg))` }}
      >
        {openId ? (
          // This title is no h1, because the heading of the page is the name of the open incident.
          <div className={classes.head}>
            <Group gap="sm">
              <Title order={1} component="p">
                {title}
              </Title>
              {aside}
            </Group>
            {actions}
          </div>
        ) : (
          <PageHeader title={title} aside={aside} actions={actions} />
        )}
        <FilterBar search={search} onChange={change} onClear={clear}>
          <SortMenu sort={search.sort} onSort={(sort) => change({ sort })} />
        </FilterBar>
        <div className={classes.panes}>
          <section className={classes.list} aria-label={texts.list}>
            <ProblemAlert
              title={isFetchNextPageError ? incidentListTexts.loadMoreFailed : incidentListTexts.loadFailed}
              error={pages.error}
              onRetry={() => void (isFetchNextPageError ? fetchNextPage() : pages.refetch())}
            />
            <CompactList
              incidents={incidents}
              isFormer={pages.isPlaceholderData}
              hasMore={pages.hasNextPage}
              onNearEnd={() => {
                if (!isFetching && !isFetchNextPageError) void fetchNextPage()
              }}
              search={search}
              openId={openId}
              onOpen={open}
              onEnter={() => pane.current?.focus({ preventScroll: true })}
            />
          </section>
          <section
            ref={pane}
            className={classes.pane}
            aria-labelledby={openId && 'page-title'}
            aria-label={openId ? undefined : texts.empty.title}
            // Let the incident take the focus, so that Tab and the arrow keys act in the incident.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
          >
            {openId ? (
              <ReservedKeys keys={listKeys}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  className={classes.asPage!}
                  title={texts.asPage}
                  aria-label={texts.asPage}
                  renderRoot={(props) => (
                    <Link to="/incidents/$incidentId" params={{ incidentId: openId }} state={fromOrigin} {...props} />
                  )}
                >
                  <IconArrowsDiagonal size={16} aria-hidden />
                </ActionIcon>
                <OpenIncident key={openId} id={openId} />
              </ReservedKeys>
            ) : (
              <EmptyState icon={IconLayoutSidebar} {...texts.empty} />
            )}
          </section>
        </div>
      </div>
    </NamesContext>
  )
}
