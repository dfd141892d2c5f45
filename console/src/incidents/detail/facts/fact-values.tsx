import { Anchor, Badge, Group } from '@mantine/core'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { Fragment } from 'react'
import type { TimelineEntry } from '@tocsin/contract/events/timeline.ts'
import type { Names } from '../../../incident-form/names.ts'
import { ReservedRoom } from '../../../kit/pages/reserved-room.tsx'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import classes from './facts.module.css'

interface ReporterProps {
  incident: IncidentResponse
  names: Names
  creation: TimelineEntry | undefined
}

/** Shows the reporter, the source (console, API or command line) and the configuration revision of an incident. */
export function Reporter({ incident, names, creation }: ReporterProps) {
  const sources = { external_api_auditor: texts.throughApi, staff: texts.inConsole, operator: texts.byOperator }
  return (
    <>
      <div>{creation?.actor.name ?? names.get(incident.createdBy) ?? texts.nothing}</div>
      <div className={classes.quiet}>
        {creation ? sources[creation.actor.kind] : <ReservedRoom text={texts.throughApi} />}
      </div>
      <div className={classes.quiet}>{texts.underRevision(incident.creationConfigVersion)}</div>
    </>
  )
}

export const Tags = ({ tags }: { tags: string[] }) =>
  tags.length === 0 ? (
    texts.nothing
  ) : (
    <Group gap={4} component="span">
      {tags.map((tag) => (
        <Fragment key={tag}>
          <Badge variant="default" tt="none" fw={500} maw="100%" title={tag} component="span">
            {tag}
          </Badge>{' '}
        </Fragment>
      ))}
    </Group>
  )

/** Coordinates as a `geo:` link. The device opens the link in its own map app, so the console needs no map service. */
export function Coordinates({ incident: { latitude, longitude } }: { incident: IncidentResponse }) {
  if (latitude === null || longitude === null) return texts.nothing
  return (
    <Anchor size="sm" href={`geo:${latitude},${longitude}`} title={texts.map}>
      {`${latitude}, ${longitude}`}
    </Anchor>
  )
}
