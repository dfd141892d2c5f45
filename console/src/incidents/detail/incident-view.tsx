import { Paper, Stack, Text, Title } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { useMemo, useRef, useState } from 'react'
import { currentConfigurationQuery } from '../../configuration/queries.ts'
import { PageLeaveGuard } from '../../kit/dialogs/page-leave-guard.tsx'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { regainFocus } from '../../kit/dialogs/regain-focus.ts'
import { DeferKeys } from '../../keyboard/defer-keys.tsx'
import { Gallery } from '../../media/gallery.tsx'
import { useSession } from '../../sessions/session.ts'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { mediaTexts } from '../../texts/media.ts'
import type { Names } from '../../incident-form/names.ts'
import { useNamesOfOne } from '../use-names.ts'
import { AssigneePanel } from './assignee-panel.tsx'
import classes from './detail.module.css'
import { EditForm } from './edit/edit-form.tsx'
import { History } from './timeline/history.tsx'
import { IncidentFacts } from './incident-facts.tsx'
import { IncidentHeader } from './header/incident-header.tsx'
import { neighboursOf } from './header/neighbours.ts'
import { StatePanel } from './state-panel.tsx'
import { readEdit } from './edit/stored-edit.ts'
import { timelineQuery, type WholeTimeline } from './timeline/timeline-query.ts'
import { useDetailShortcuts } from './use-detail-shortcuts.ts'
import { useOrigin } from './use-origin.ts'

/** Page content for an incident that has been loaded. */
export function IncidentView({ incident }: { incident: IncidentResponse }) {
  const { user } = useSession()
  const [isEditWanted, setEditWanted] = useState(() => readEdit(user.id, incident.id) !== undefined)
  const startEditing = () => setEditWanted(true)
  const editButton = useRef<HTMLButtonElement>(null)
  const priorityButton = useRef<HTMLButtonElement>(null)
  const comment = useRef<HTMLTextAreaElement>(null)
  const assignee = useRef<HTMLInputElement>(null)
  const timeline = useQuery(timelineQuery(incident.id))
  const { data: configuration, error, refetch } = useQuery(currentConfigurationQuery)
  const isEditing = isEditWanted && configuration !== undefined
  useDidUpdate(() => {
    if (!isEditing) regainFocus(editButton.current)
  }, [isEditing])
  const names = useNames(incident, timeline.data)
  const origin = useOrigin(incident.id)
  const neighbours = neighboursOf(incident.id, origin)
  useDetailShortcuts({ incident, origin, neighbours, comment, assignee, priorityButton, onEdit: startEditing })
  const creation = timeline.data?.entries.find(({ kind }) => kind === 'incident.created')

  return (
    <PageLeaveGuard>
      <IncidentHeader
        {...{ incident, origin, neighbours, editButton, priorityButton }}
        onEdit={isEditing ? undefined : startEditing}
      />
      <div className={classes.layout}>
        <section className={classes.section} aria-label={isEditing ? texts.edit : texts.description}>
          {isEditing ? (
            <EditForm {...{ incident, configuration, names }} onClose={() => setEditWanted(false)} />
          ) : (
            <>
              {isEditWanted && !error && <DeferKeys />}
              {isEditWanted && <ProblemAlert title={texts.formFailed} error={error} onRetry={() => void refetch()} />}
              <Text className={classes.description!} c={incident.description ? undefined : 'dimmed'}>
                {incident.description || texts.noDescription}
              </Text>
            </>
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
          <History incidentId={incident.id} timeline={timeline} names={names} field={comment} />
        </section>
      </div>
    </PageLeaveGuard>
  )
}

/** Returns the names of everything that the incident or its timeline refers to, by id. */
function useNames(incident: IncidentResponse, timeline: WholeTimeline | undefined): Names {
  const names = useNamesOfOne(incident)
  return useMemo(() => new Map([...(timeline?.names ?? []), ...names]), [timeline, names])
}
