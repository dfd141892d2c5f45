import { Group, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { RefObject } from 'react'
import { CommentComposer } from '../../../comments/comment-composer.tsx'
import { LoadState } from '../../../kit/feedback/load-state.tsx'
import { RowsSkeleton } from '../../../kit/feedback/skeletons.tsx'
import { incidentDetailTexts } from '../../../texts/incident-detail.ts'
import type { Names } from '../../../incident-form/names.ts'
import type { WholeTimeline } from './timeline-query.ts'
import { Timeline } from './timeline.tsx'

const texts = incidentDetailTexts.timeline

interface HistoryProps {
  incidentId: Uuid
  timeline: UseQueryResult<WholeTimeline>
  names: Names
  field: RefObject<HTMLTextAreaElement | null>
}

/** Form for a new comment, with the timeline of the incident below. */
export const History = ({ incidentId, timeline, names, field }: HistoryProps) => (
  <>
    <Group justify="space-between" mb="xs">
      <Title order={2} id="incident-timeline">
        {texts.title}
      </Title>
      <Text size="xs" c="dimmed">
        {texts.order}
      </Text>
    </Group>
    <Stack gap="md">
      <CommentComposer incidentId={incidentId} field={field} />
      <LoadState queries={[timeline]} skeleton={<RowsSkeleton rows={4} heightPx={64} />} />
      {timeline.data && <Timeline entries={timeline.data.entries} names={names} />}
    </Stack>
  </>
)
