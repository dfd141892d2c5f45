import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import { Age } from '../kit/time/age.tsx'
import { PriorityBadge } from '../incidents/priority-badge.tsx'
import { incidentTexts } from '../texts/incidents.ts'
import { overviewTexts } from '../texts/overview.ts'
import classes from './oldest-unassigned.module.css'
import { Panel } from './panel.tsx'
import rows from './rows.module.css'

const texts = overviewTexts.unassigned

/** Panel with the oldest open incidents that have no assignee. */
export function OldestUnassigned({ overview }: { overview: Overview }) {
  const { oldestUnassigned } = overview
  return (
    <Panel
      title={texts.title}
      aside={
        oldestUnassigned.length > 0 && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/incidents" search={{ state: 'open', assigned: 'false', sort: 'createdAt' }} {...props} />
            )}
          >
            {texts.all}
          </Anchor>
        )
      }
    >
      {oldestUnassigned.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      <ul className={rows.list}>
        {oldestUnassigned.map((incident) => (
          <li key={incident.id}>
            <Link
              to="/incidents/$incidentId"
              params={{ incidentId: incident.id }}
              className={`${rows.row} ${classes.row}`}
            >
              <span className={classes.name}>{incidentTexts.nameOf(incident)}</span>
              <PriorityBadge priority={incident.priority} />
              <span className={classes.age}>
                <Age at={incident.createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
