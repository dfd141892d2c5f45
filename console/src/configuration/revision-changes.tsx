import { Stack, Title } from '@mantine/core'
import { IconGitCompare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { SearchSelect } from '../kit/forms/search-select.tsx'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { DifferenceView } from './difference-view.tsx'
import { configurationRevisionQuery, currentConfigurationQuery, revisionDifferenceQuery } from './queries.ts'

const texts = configurationPageTexts.revision

/** Maximum number of versions in the open list. To choose another version, the user types its number. */
const shownVersions = 100

interface RevisionChangesProps {
  revision: number
  /** Number of the revision to compare with, from the URL; undefined if the URL contains none. */
  chosen: number | undefined
}

/** Compares a revision with another revision that the user chooses. The URL contains the choice. */
export function RevisionChanges(props: RevisionChangesProps) {
  const current = useQuery(currentConfigurationQuery)
  return (
    <Stack>
      <LoadState queries={[current]} skeleton={<RowsSkeleton rows={4} />} />
      {current.data && <Comparison currentRevision={current.data.revision} {...props} />}
    </Stack>
  )
}

function Comparison({ currentRevision, revision, chosen }: RevisionChangesProps & { currentRevision: number }) {
  const navigate = useNavigate()
  // Revisions are numbered from 1 without gaps.
  const all = Array.from({ length: currentRevision }, (_, index) => currentRevision - index)
  const others = all.filter((other) => other !== revision)
  if (others.length === 0) {
    return <EmptyState icon={IconGitCompare} title={texts.onlyOne} explanation={texts.onlyOneHint} />
  }
  const nearest = revision === 1 ? 2 : revision - 1
  const from = chosen !== undefined && others.includes(chosen) ? chosen : nearest
  return (
    <>
      <SearchSelect
        label={texts.compareWith}
        data={others.map(String)}
        limit={shownVersions}
        value={String(from)}
        allowDeselect={false}
        maw={240}
        onChange={(value) =>
          void navigate({
            to: '/configuration/$revision',
            params: { revision: String(revision) },
            search: { from: Number(value) },
            replace: true,
          })
        }
      />
      <Difference from={from} to={revision} />
    </>
  )
}

function Difference({ from, to }: { from: number; to: number }) {
  const before = useQuery(configurationRevisionQuery(from))
  const after = useQuery(configurationRevisionQuery(to))
  const changes = useQuery(revisionDifferenceQuery(from, to))
  return (
    <>
      <Title order={2}>{texts.changesFrom(from, to)}</Title>
      <LoadState queries={[before, after, changes]} skeleton={<RowsSkeleton rows={4} />} />
      {before.data && after.data && changes.data && (
        <DifferenceView changes={changes.data} before={before.data} after={after.data} />
      )}
    </>
  )
}
