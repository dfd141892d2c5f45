import { Anchor, Badge, Group } from '@mantine/core'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { TimelineEntry } from '@tocsin/contract/events/timeline.ts'
import { Fragment, type ReactNode } from 'react'
import { incidentDetailTexts as texts } from '../../texts/incident-detail.ts'
import { fieldTexts } from '../../texts/incident-form.ts'
import { PriorityBadge } from '../priority-badge.tsx'
import type { Names } from '../../incident-form/names.ts'
import { valueInWords } from '../../incident-form/value-in-words.ts'
import classes from './detail.module.css'
import { Moment } from './moment.tsx'

interface IncidentFactsProps {
  incident: IncidentResponse
  names: Names
  /** Timeline entry that records the creation of the incident; undefined until the timeline is loaded. */
  creation: TimelineEntry | undefined
}

/** Description list with the details of the incident, such as type, location, time and reporter. */
export function IncidentFacts({ incident, names, creation }: IncidentFactsProps) {
  const words = (field: keyof IncidentResponse) => valueInWords(field, incident[field], names) ?? texts.nothing
  const facts: [label: string, value: ReactNode][] = [
    [fieldTexts.priority, <Priority key="priority" incident={incident} />],
    [fieldTexts.typeId, words('typeId')],
    [fieldTexts.categoryId, words('categoryId')],
    [fieldTexts.locationId, words('locationId')],
    [fieldTexts.pointId, words('pointId')],
    [fieldTexts.occurredAt, <Moment key="occurredAt" at={incident.occurredAt} />],
    [fieldTexts.tags, <Tags key="tags" tags={incident.tags} />],
    [texts.coordinates, <Coordinates key="coordinates" incident={incident} />],
    [fieldTexts.externalId, words('externalId')],
    [texts.reporter, <Reporter key="createdBy" {...{ incident, names, creation }} />],
    [texts.reportedAt, <Moment key="createdAt" at={incident.createdAt} />],
    [texts.changedAt, <Moment key="lastModifiedAt" at={incident.lastModifiedAt} />],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Priority in a live region. Screen readers announce the new priority when it is changed elsewhere on the page. */
const Priority = ({ incident: { priority } }: { incident: IncidentResponse }) => (
  <output>
    <PriorityBadge priority={priority} />
  </output>
)

/**
 * Shows who reported the incident, whether the report came from the console, the API or the command line, and the
 * number of the configuration revision.
 */
function Reporter({ incident, names, creation }: IncidentFactsProps) {
  const ways = { external_api_auditor: texts.throughApi, staff: texts.inConsole, operator: texts.byOperator }
  return (
    <>
      <div>{creation?.actor.name ?? names.get(incident.createdBy) ?? texts.nothing}</div>
      {creation && <div>{ways[creation.actor.kind]}</div>}
      <div className={classes.prose}>{texts.underRevision(incident.creationConfigVersion)}</div>
    </>
  )
}

const Tags = ({ tags }: { tags: string[] }) =>
  tags.length === 0 ? (
    texts.nothing
  ) : (
    <Group gap={4} component="span">
      {tags.map((tag) => (
        <Badge key={tag} variant="default" tt="none" fw={500} maw="100%" title={tag} component="span">
          {tag}
        </Badge>
      ))}
    </Group>
  )

/** Coordinates as a `geo:` link. The device opens the link in its own map app, so the console needs no map service. */
function Coordinates({ incident: { latitude, longitude } }: { incident: IncidentResponse }) {
  if (latitude === null || longitude === null) return texts.nothing
  return (
    <Anchor size="sm" href={`geo:${latitude},${longitude}`} title={texts.map}>
      {`${latitude}, ${longitude}`}
    </Anchor>
  )
}
