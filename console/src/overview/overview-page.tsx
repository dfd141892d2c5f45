import { Anchor, Button, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { ReservedRoom } from '../kit/pages/reserved-room.tsx'
import { gettingStartedTexts } from '../texts/getting-started.ts'
import { overviewTexts } from '../texts/overview.ts'
import { GettingStarted } from './getting-started/getting-started.tsx'
import { Panels, PanelsSkeleton } from './panels.tsx'
import { overviewQuery } from './queries.ts'
import { useGettingStarted } from './getting-started/use-getting-started.ts'
import { useLiveOverview } from './use-live-overview.ts'

/** Overview page of the organization. Administrators also see the steps for setting up the organization. */
export function OverviewPage() {
  const overview = useQuery(overviewQuery)
  const gettingStarted = useGettingStarted()
  useLiveOverview()
  // Wait for both queries, so that a late list of first steps does not push the panels down.
  const isReady = overview.data !== undefined && !gettingStarted.isPending
  return (
    <>
      <PageHeader
        title={overviewTexts.title}
        aside={isReady ? <OpenCount overview={overview.data} /> : <ReservedRoom text={overviewTexts.open(100)} />}
        actions={
          isReady &&
          !gettingStarted.steps &&
          gettingStarted.leftCount > 0 && (
            <Button variant="subtle" onClick={gettingStarted.show}>
              {gettingStartedTexts.left(gettingStarted.leftCount)}
            </Button>
          )
        }
      />
      <Stack gap="lg">
        <LoadState queries={[overview, gettingStarted]} skeleton={<PanelsSkeleton />} />
        {isReady && (
          <>
            {gettingStarted.steps && <GettingStarted steps={gettingStarted.steps} onHide={gettingStarted.hide} />}
            {!isQuiet(overview.data) && <Panels overview={overview.data} />}
            {isQuiet(overview.data) && !gettingStarted.steps && <Quiet />}
          </>
        )}
      </Stack>
    </>
  )
}

const OpenCount = ({ overview }: { overview: Overview }) => (
  <Anchor renderRoot={(props) => <Link to="/incidents" search={{ state: 'open' }} {...props} />}>
    {overviewTexts.open(overview.openCount)}
  </Anchor>
)

const isQuiet = ({ openCount, days }: Overview): boolean =>
  openCount === 0 && days.every(({ created, closed }) => created + closed === 0)

const Quiet = () => (
  <EmptyState
    icon={IconCircleCheck}
    title={overviewTexts.quiet.title}
    explanation={overviewTexts.quiet.explanation}
    action={
      <Button renderRoot={(props) => <Link to="/incidents/new" {...props} />}>{overviewTexts.quiet.report}</Button>
    }
  />
)
