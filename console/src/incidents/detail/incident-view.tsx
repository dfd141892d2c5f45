import { Paper, Text, Title } from '@mantine/core'
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
import { incidentFactTexts as factTexts } from '../../texts/incident-facts.ts'
import { mediaTexts } from '../../texts/media.ts'
import type { Entries } from '../../incident-form/entries.ts'
import { focusFirst } from '../../incident-form/field-context.ts'
import type { Names } from '../../incident-form/names.ts'
import { useNamesOfOne } from '../use-names.ts'
import classes from './detail.module.css'
import { EditForm } from './edit/edit-form.tsx'
import { History } from './timeline/history.tsx'
import { FactList } from './facts/fact-list.tsx'
import { TypedFactValue } from './facts/typed-fact.tsx'
import { typedFactNames } from './facts/typed-facts.ts'
import { useFacts, type Facts } from './facts/use-facts.ts'
import { IncidentHeader } from './header/incident-header.tsx'
import { neighboursOf } from './header/neighbours.ts'
import { moveEditsToForm, readEdit } from './edit/stored-edit.ts'
import { timelineQuery, type WholeTimeline } from './timeline/timeline-query.ts'
import { useDetailShortcuts } from './use-detail-shortcuts.ts'
import { useOrigin } from './use-origin.ts'

/** Page content for an incident that has been loaded. */
export function IncidentView({ incident }: { incident: IncidentResponse }) {
  const { user } = useSession()
  const [isFormWanted, setFormWanted] = useState(
    () => readEdit({ userId: user.id, incidentId: incident.id }) !== undefined,
  )
  const editButton = useRef<HTMLButtonElement>(null)
  const comment = useRef<HTMLTextAreaElement>(null)
  const timeline = useQuery(timelineQuery(incident.id))
  const { data: configuration, error, refetch } = useQuery(currentConfigurationQuery)
  const isFormOpen = isFormWanted && configuration !== undefined
  const facts = useFacts(incident, openForm)
  useDidUpdate(() => {
    if (!isFormOpen) regainFocus(editButton.current)
  }, [isFormOpen])
  const names = useNames(incident, timeline.data)
  const origin = useOrigin(incident.id)
  const neighbours = neighboursOf(incident.id, origin)
  useDetailShortcuts({ incident, facts, origin, neighbours, comment, isFormOpen, onEdit: () => openForm({}) })
  const creation = timeline.data?.entries.find(({ kind }) => kind === 'incident.created')

  function openForm(entries: Entries): void {
    if (isFormOpen) return focusFirst({ name: '' })
    moveEditsToForm(user.id, incident, typedFactNames, entries)
    facts.closeTyped()
    setFormWanted(true)
  }

  return (
    <PageLeaveGuard>
      <IncidentHeader
        {...{ incident, facts, names, origin, neighbours, editButton }}
        onEdit={isFormOpen ? undefined : () => openForm({})}
      />
      <div className={classes.layout}>
        <section className={classes.section} aria-label={isFormOpen ? texts.edit : texts.description}>
          {isFormOpen ? (
            <EditForm {...{ incident, configuration, names }} onClose={() => setFormWanted(false)} />
          ) : (
            <>
              {isFormWanted && <DeferKeys hasFailed={error !== null} />}
              {isFormWanted && <ProblemAlert title={texts.formFailed} error={error} onRetry={() => void refetch()} />}
              <Description {...{ incident, facts, names }} />
            </>
          )}
        </section>
        <aside className={classes.aside} aria-label={texts.details}>
          <Paper withBorder p="md">
            <FactList {...{ incident, facts, names, creation, isFormOpen }} />
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

/** Description of the incident, edited where it is shown, or a button that adds a description. */
function Description({ incident, facts, names }: { incident: IncidentResponse; facts: Facts; names: Names }) {
  const { description } = incident
  return (
    <TypedFactValue fact="description" {...{ incident, facts, names }} withPencil={!!description}>
      {description ? (
        <Text className={classes.description!}>{description}</Text>
      ) : (
        <Text c="dimmed" data-screen-only>
          {factTexts.noDescription}
        </Text>
      )}
    </TypedFactValue>
  )
}

/** Returns the names of everything that the incident or its timeline refers to, by id. */
function useNames(incident: IncidentResponse, timeline: WholeTimeline | undefined): Names {
  const names = useNamesOfOne(incident)
  return useMemo(() => new Map([...(timeline?.names ?? []), ...names]), [timeline, names])
}
