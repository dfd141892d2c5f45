import { Badge, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { RevisionSummary } from '@tocsin/contract/console/configuration-history.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { NotFoundPage } from '../kit/pages/not-found-page.tsx'
import { PageHeader } from '../kit/pages/page-header.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { configurationTexts } from '../texts/configuration.ts'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { formatNumber } from '../texts/format.ts'
import { BackLink } from './back-link.tsx'
import { ProfileList } from './profile-list.tsx'
import { PublishedLine } from './published-line.tsx'
import { configurationRevisionQuery, currentConfigurationQuery, revisionSummaryQuery } from './queries.ts'
import { RevisionChanges } from './revision-changes.tsx'
import { readRevision } from './revision-search.ts'
import { TypeList } from './type-list.tsx'
import { useReferencedNames } from './use-referenced-names.ts'

const texts = configurationPageTexts.revision
const route = '/staff/administration/configuration/$revision'

/** Page of one published revision: its content, and a comparison with another revision. */
export function RevisionPage() {
  const revision = readRevision(useParams({ from: route }).revision)
  return revision === undefined ? <NotFoundPage /> : <Revision revision={revision} />
}

function Revision({ revision }: { revision: number }) {
  const { from } = useSearch({ from: route })
  const reading = useQuery(configurationRevisionQuery(revision))
  const { data: configuration, error } = reading
  const { data: summary } = useQuery(revisionSummaryQuery(revision))
  const { data: current } = useQuery({ ...currentConfigurationQuery, staleTime: 0 })
  const names = useReferencedNames([configuration])
  if (error instanceof ApiProblem && error.status === 404) return <NotFoundPage />
  return (
    <>
      <PageHeader
        above={<BackLink />}
        title={configurationTexts.revision.title(String(revision))}
        aside={current?.revision === revision && <Badge variant="light">{texts.current}</Badge>}
      />
      <Stack gap="md">
        <Text size="sm" mih={{ base: '3.1em', sm: '1.5em' }}>
          {summary && <Use summary={summary} />}
        </Text>
        <Tabs defaultValue={from ? 'changes' : 'content'} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="content">{texts.tabs.content}</Tabs.Tab>
            <Tabs.Tab value="changes">{texts.tabs.changes}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="content">
            <LoadState queries={[reading]} skeleton={<RowsSkeleton rows={6} heightPx={96} />} />
            {configuration && (
              <Stack>
                <TypeList configuration={configuration} />
                <ProfileList configuration={configuration} names={names} />
              </Stack>
            )}
          </Tabs.Panel>
          <Tabs.Panel value="changes">
            <RevisionChanges revision={revision} chosen={from} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </>
  )
}

const Use = ({ summary }: { summary: RevisionSummary }) => (
  <>
    <PublishedLine revision={summary} />
    {' · '}
    {texts.use(texts.creations(summary.creations), formatNumber(summary.creationsLast30Days))}
  </>
)
