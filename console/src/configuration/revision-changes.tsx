import { Select, Stack, Title } from '@mantine/core'
import { IconGitCompare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../frame/empty-state.tsx'
import { ProblemAlert } from '../frame/problem-alert.tsx'
import { RowsSkeleton } from '../frame/skeletons.tsx'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { DifferenceView } from './difference-view.tsx'
import { configurationRevisionQuery, revisionDifferenceQuery, revisionsQuery } from './queries.ts'

const texts = configurationPageTexts.revision

interface RevisionChangesProps {
  revision: number
  /** The other one, as it stands in the address. */
  chosen: number | undefined
}

/** What is different between one revision and another that is chosen; the address remembers which. */
export function RevisionChanges({ revision, chosen }: RevisionChangesProps) {
  const navigate = useNavigate()
  const { data: revisions, error, refetch } = useQuery(revisionsQuery)
  if (error && !revisions) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (!revisions) return <RowsSkeleton rows={4} />

  const others = revisions.filter((other) => other.revision !== revision).map((other) => other.revision)
  const [nearest] = others.toSorted((one, other) => distance(one, revision) - distance(other, revision))
  if (nearest === undefined) {
    return <EmptyState icon={IconGitCompare} title={texts.onlyOne} explanation={texts.onlyOneHint} />
  }
  const from = chosen !== undefined && others.includes(chosen) ? chosen : nearest
  return (
    <Stack>
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
    </Stack>
  )
}

/** The one before it is what usually matters; of the first, the one after it. */
const distance = (other: number, revision: number): number =>
  Math.abs(other - revision) * 2 + (other > revision ? 1 : 0)

function Difference({ from, to }: { from: number; to: number }) {
  const { data: before } = useQuery(configurationRevisionQuery(from))
  const { data: after } = useQuery(configurationRevisionQuery(to))
  const { data: changes, error, refetch } = useQuery(revisionDifferenceQuery(from, to))
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Title order={2}>{texts.changesFrom(from, to)}</Title>
      {before && after && changes ? (
        <DifferenceView changes={changes} before={before} after={after} />
      ) : (
        <RowsSkeleton rows={4} />
      )}
    </>
  )
}
