import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { TimelineEntry } from '@tocsin/contract/events/timeline.ts'
import type { ReactNode } from 'react'
import type { Names } from '../../../incident-form/names.ts'
import { valueInWords } from '../../../incident-form/value-in-words.ts'
import { useSession } from '../../../sessions/session.ts'
import { incidentDetailTexts as texts } from '../../../texts/incident-detail.ts'
import { incidentFactTexts } from '../../../texts/incident-facts.ts'
import { fieldTexts } from '../../../texts/incident-form.ts'
import { Moment } from '../moment.tsx'
import { AddDetails } from './add-details.tsx'
import { Coordinates, Reporter, Tags } from './fact-values.tsx'
import classes from './facts.module.css'
import { MenuFact } from './menu-fact.tsx'
import { TypedFactValue } from './typed-fact.tsx'
import type { TypedFact } from './typed-facts.ts'
import type { FactName, Facts } from './use-facts.ts'

interface FactListProps {
  incident: IncidentResponse
  facts: Facts
  names: Names
  /** Timeline entry that records the creation of the incident; undefined until the timeline is loaded. */
  creation: TimelineEntry | undefined
  /** True while a form shows the fields of the incident. The list then leaves out the facts that the form shows. */
  isFormOpen: boolean
}

interface Fact {
  fact: FactName
  label: string
  isEmpty: boolean
  /** True if the fact cannot have a value yet, such as a point without a location. */
  isImpossible?: boolean
  value: ReactNode
}

/** Facts of the incident. Each fact is edited where it is shown. A button below the facts adds a missing fact. */
export function FactList({ incident, facts, names, creation, isFormOpen }: FactListProps) {
  const { shown } = facts
  const menuFact = (field: 'typeId' | 'categoryId' | 'locationId' | 'pointId', isImpossible = false): Fact => ({
    fact: field,
    label: fieldTexts[field],
    isEmpty: shown[field] === null,
    isImpossible,
    value: (
      <MenuFact field={field} facts={facts} names={names}>
        {valueInWords(field, shown[field], names) ?? texts.nothing}
      </MenuFact>
    ),
  })
  const typed = (fact: TypedFact, value: ReactNode, withPencil = false) => (
    <TypedFactValue {...{ fact, incident, facts, names, withPencil }}>{value}</TypedFactValue>
  )
  const all: Fact[] = [
    menuFact('typeId'),
    menuFact('categoryId', shown.typeId === null),
    menuFact('locationId'),
    menuFact('pointId', shown.locationId === null),
    {
      fact: 'occurredAt',
      label: fieldTexts.occurredAt,
      isEmpty: false,
      value: typed('occurredAt', <Moment at={incident.occurredAt} />),
    },
    {
      fact: 'tags',
      label: fieldTexts.tags,
      isEmpty: shown.tags.length === 0,
      value: (
        <MenuFact field="tags" facts={facts} names={names}>
          <Tags tags={shown.tags} />
        </MenuFact>
      ),
    },
    {
      fact: 'coordinates',
      label: texts.coordinates,
      isEmpty: incident.latitude === null,
      value: typed('coordinates', <Coordinates incident={incident} />, true),
    },
    {
      fact: 'externalId',
      label: fieldTexts.externalId,
      isEmpty: incident.externalId === null,
      value: typed('externalId', incident.externalId ?? texts.nothing),
    },
  ]
  const listed = all.filter(({ fact, isEmpty }) => !isEmpty || facts.isOpen(fact) || facts.troubleOf(fact))
  const empty = all.filter((fact) => !listed.includes(fact) && !fact.isImpossible)
  return (
    <>
      <dl className={classes.facts}>
        <Row label={fieldTexts.assigneeId}>
          <Assignee facts={facts} names={names} />
        </Row>
        {!isFormOpen &&
          listed.map(({ fact, label, value }) => (
            <Row key={fact} label={label}>
              {value}
            </Row>
          ))}
        <Row label={texts.reporter}>
          <Reporter {...{ incident, names, creation }} />
        </Row>
        <Row label={texts.reportedAt}>
          <Moment at={incident.createdAt} />
        </Row>
        {incident.lastModifiedAt !== incident.createdAt && (
          <Row label={texts.changedAt}>
            <Moment at={incident.lastModifiedAt} />
          </Row>
        )}
      </dl>
      {!isFormOpen && <AddDetails empty={empty} facts={facts} />}
    </>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.row}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Assignee, with a button to assign the incident to the signed-in user. */
function Assignee({ facts, names }: Pick<FactListProps, 'facts' | 'names'>) {
  const { user } = useSession()
  const { assigneeId } = facts.shown
  return (
    <>
      <MenuFact field="assigneeId" facts={facts} names={names}>
        {assigneeId ? names.get(assigneeId) : incidentFactTexts.nobody}
      </MenuFact>
      {assigneeId === null && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.assign!}
          leftSection={<IconUserCheck size={14} aria-hidden />}
          onClick={({ currentTarget }) => {
            // Focus the assignee in the list, because this button disappears once the user is the assignee.
            currentTarget.parentElement?.querySelector<HTMLElement>('[data-fact]')?.focus()
            facts.choose({ assigneeId: user.id })
          }}
        >
          {texts.assignToMe}
        </Button>
      )}
    </>
  )
}
