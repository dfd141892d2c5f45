import { Select, Stack, Title } from '@mantine/core'
import { IconGitCompare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RevisionSummary } from '@tocsin/contract/console/configuration-history.ts'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { DifferenceView } from './difference-view.tsx'
import { configurationRevisionQuery, revisionDifferenceQuery, revisionsQuery } from './queries.ts'

const texts = configurationPageTexts.revision

interface RevisionChangesProps {
  revision: number
  /** Number of the revision to compare with, from the URL; undefined if the URL contains none. */
  chosen: number | undefined
}

/** Compares a revision with another revision that the user chooses. The URL contains the choice. */
export function RevisionChanges(props: RevisionChangesProps) {
  const revisions = useQuery(revisionsQuery)
  return (
    <Stack>
      <LoadState queries={[revisions]} skeleton={<RowsSkeleton rows={4} />} />
      {revisions.data && <Comparison revisions={revisions.data} {...props} />}
    </Stack>
  )
}

function Comparison({ revisions, revision, chosen }: RevisionChangesProps & { revisions: RevisionSummary[] }) {
  const navigate = useNavigate()
  const others = revisions.filter((other) => other.revision !== revision).map((other) => other.revision)
  const [nearest] = others.toSorted((one, other) => distance(one, revision) - distance(other, revision))
  if (nearest === undefined) {
    return <EmptyState icon={IconGitCompare} title={texts.onlyOne} explanation={texts.onlyOneHint} />
  }
  const from = chosen !== undefined && others.includes(chosen) ? chosen : nearest
  return (
    <>
      <Select
        label={texts.compareWith}
        data={others.map(String)}
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

/**
 * Returns the distance between two revision numbers, which serves to find the nearest revision. If an older and a newer
 * revision are equally near, the older revision gets the smaller distance.
 */
const distance = (other: number, revision: number): number =>
  Math.abs(other - revision) * 2 + (other > revision ? 1 : 0)

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
