import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { IncidentResponse } from '@tocsin/contract/incident.ts'
import { useMemo, useRef, useState } from 'react'
import { CommentComposer } from '../../comments/comment-composer.tsx'
import { currentConfigurationQuery } from '../../configuration/names.ts'
import { pointsQuery } from '../../directory/names.ts'
import { PageHeader } from '../../frame/page-header.tsx'
import { ProblemAlert } from '../../frame/problem-alert.tsx'
import { RowsSkeleton } from '../../frame/skeletons.tsx'
import { Gallery } from '../../media/gallery.tsx'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { mediaTexts } from '../../texts/media.ts'
import { PriorityBadge } from '../priority-badge.tsx'
import { StateBadge } from '../state-badge.tsx'
import { useIncidentNames, type Names } from '../use-names.ts'
import { AssigneePanel } from './assignee-panel.tsx'
import classes from './detail.module.css'
import { EditForm } from './edit-form.tsx'
import { IncidentFacts } from './incident-facts.tsx'
import { IncidentMenu } from './incident-menu.tsx'
import { NeighbourLinks } from './neighbour-links.tsx'
import { StatePanel } from './state-panel.tsx'
import { timelineQuery, type WholeTimeline } from './timeline-query.ts'
import { Timeline } from './timeline.tsx'
import { useDetailShortcuts } from './use-detail-shortcuts.ts'
import { useNeighbours } from './use-neighbours.ts'

/** The page of an Incident that is there. */
export function IncidentView({ incident }: { incident: IncidentResponse }) {
  const [isEditing, setEditing] = useState(false)
  const comment = useRef<HTMLTextAreaElement>(null)
  const assignee = useRef<HTMLInputElement>(null)
  const timeline = useQuery(timelineQuery(incident.id))
  const { data: configuration } = useQuery(currentConfigurationQuery)
  const names = useNames(incident, timeline.data)
  const neighbours = useNeighbours(incident.id)
  useDetailShortcuts({ incident, neighbours, comment, assignee, onEdit: () => setEditing(true) })
  const creation = timeline.data?.entries.find(({ kind }) => kind === 'incident_created')

  return (
    <>
      <PageHeader
        title={incident.name || texts.unnamed}
        above={
          <Anchor size="sm" renderRoot={(props) => <Link to="/incidents" {...props} />}>
            {texts.back}
          </Anchor>
        }
        aside={
          <>
            <PriorityBadge priority={incident.priority} />
            <StateBadge stateId={incident.stateId} />
          </>
        }
        actions={
          <>
            <NeighbourLinks neighbours={neighbours} />
            {!isEditing && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                {texts.edit}
              </Button>
            )}
            <IncidentMenu incident={incident} />
          </>
        }
      />
      <div className={classes.layout}>
        <section className={classes.section} aria-label={isEditing ? texts.edit : texts.description}>
          {isEditing && configuration ? (
            <EditForm {...{ incident, configuration, names }} onClose={() => setEditing(false)} />
          ) : (
            <Text className={classes.description!} c={incident.description ? undefined : 'dimmed'}>
              {incident.description || texts.noDescription}
            </Text>
          )}
        </section>
        <aside className={classes.aside} aria-label={texts.details}>
          <Paper withBorder p="md">
            <Stack gap="md">
              <StatePanel incident={incident} />
              <AssigneePanel incident={incident} names={names} field={assignee} />
              <IncidentFacts incident={incident} names={names} creation={creation} />
            </Stack>
          </Paper>
        </aside>
        <section className={classes.section} aria-labelledby="incident-media">
          <Title order={2} id="incident-media" mb="xs">
            {mediaTexts.title}
          </Title>
          <Gallery incidentId={incident.id} count={incident.mediaIds.length} />
        </section>
        <section className={classes.section} aria-labelledby="incident-timeline">
          <Group justify="space-between" mb="xs">
            <Title order={2} id="incident-timeline">
              {texts.timeline.title}
            </Title>
            <Text size="xs" c="dimmed">
              {texts.timeline.order}
            </Text>
          </Group>
          <Stack gap="md">
            <CommentComposer incidentId={incident.id} field={comment} />
            <ProblemAlert error={timeline.error} onRetry={() => void timeline.refetch()} />
            {timeline.isPending && <RowsSkeleton rows={4} heightPx={64} />}
            {timeline.data && <Timeline entries={timeline.data.entries} names={names} />}
          </Stack>
        </section>
      </div>
    </>
  )
}

/** The names of what the Incident refers to now, and of what it ever referred to. */
function useNames(incident: IncidentResponse, timeline: WholeTimeline | undefined): Names {
  const { locationId } = incident
  const incidents = useMemo(() => [incident], [incident])
  const names = useIncidentNames(incidents)
  const { data: points } = useQuery({ ...pointsQuery(locationId ? [locationId] : []), enabled: locationId !== null })
  return useMemo(
    () => new Map([...(timeline?.names ?? []), ...(points ?? []).map(({ id, name }) => [id, name] as const), ...names]),
    [timeline, points, names],
  )
}
