import { Anchor, Badge, Group, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RevisionSummary } from '@tocsin/contract/console/configuration-history.ts'
import { LoadState } from '../kit/feedback/load-state.tsx'
import { RowsSkeleton } from '../kit/feedback/skeletons.tsx'
import { NextPageButton } from '../kit/tables/next-page-button.tsx'
import { Age } from '../kit/time/age.tsx'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { formatInstant, formatNumber } from '../texts/format.ts'
import classes from './configuration.module.css'
import { revisionPagesQuery } from './queries.ts'

const texts = configurationPageTexts.history

/** Table of the revisions, newest first, with publisher, time of publication and number of creations. */
export function HistoryTable() {
  const pages = useInfiniteQuery(revisionPagesQuery)
  return (
    <Stack>
      <LoadState queries={[pages]} skeleton={<RowsSkeleton rows={4} heightPx={56} />} />
      {pages.data && <Revisions revisions={pages.data.pages.flatMap(({ items }) => items)} />}
      <NextPageButton pages={pages} label={texts.older} />
    </Stack>
  )
}

const Revisions = ({ revisions }: { revisions: RevisionSummary[] }) => (
  <Table className={classes.history!}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{texts.revision}</Table.Th>
        <Table.Th className={classes.number!}>{texts.creations}</Table.Th>
        <Table.Th className={classes.number!}>{texts.lately}</Table.Th>
        <Table.Th>{texts.lastUsed}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {revisions.map((revision, index) => (
        <RevisionRow key={revision.revision} revision={revision} isCurrent={index === 0} />
      ))}
    </Table.Tbody>
  </Table>
)

function RevisionRow({ revision, isCurrent }: { revision: RevisionSummary; isCurrent: boolean }) {
  const { publishedAt, publishedBy, creations, creationsLast30Days, lastUsedAt } = revision
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Anchor
            renderRoot={(props) => (
              <Link to="/configuration/$revision" params={{ revision: String(revision.revision) }} {...props} />
            )}
          >
            {configurationPageTexts.current.revision(revision.revision)}
          </Anchor>
          {isCurrent && <Badge variant="light">{texts.current}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          <time dateTime={publishedAt}>{formatInstant(publishedAt)}</time> {publishedBy && texts.by(publishedBy.name)}
        </Text>
      </Table.Td>
      <Table.Td className={classes.number!}>{formatNumber(creations)}</Table.Td>
      <Table.Td className={classes.number!}>{formatNumber(creationsLast30Days)}</Table.Td>
      <Table.Td>{lastUsedAt ? <Age at={lastUsedAt} /> : texts.never}</Table.Td>
    </Table.Tr>
  )
}
