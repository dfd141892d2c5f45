import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import { frameTexts } from '../texts/frame.ts'
import { overviewTexts } from '../texts/overview.ts'
import { PriorityBadge } from '../incidents/priority-badge.tsx'
import { BarList } from './bar-list.tsx'
import { Days } from './days/days.tsx'
import { OldestUnassigned } from './oldest-unassigned.tsx'
import { Panel } from './panel.tsx'
import classes from './panels.module.css'

/** All panels of the overview page, the most urgent panel first. */
export function Panels({ overview }: { overview: Overview }) {
  const { openByPriority, openByState, busiestLocations } = overview
  return (
    <div className={classes.panels}>
      <Panel title={overviewTexts.priorities}>
        <BarList
          bars={openByPriority.map(({ priority, count }) => ({
            id: priority,
            label: <PriorityBadge priority={priority} />,
            priority,
            count,
            search: { state: 'open', priority: [priority] },
          }))}
        />
      </Panel>
      <Panel title={overviewTexts.states}>
        <BarList
          bars={openByState.map(({ stateId, name, count }) => ({
            id: stateId,
            label: name,
            count,
            search: { stateId: [stateId] },
          }))}
        />
      </Panel>
      <Days days={overview.days} />
      <OldestUnassigned overview={overview} />
      <Panel title={overviewTexts.locations.title}>
        {busiestLocations.length === 0 && <Text c="dimmed">{overviewTexts.locations.none}</Text>}
        <BarList
          bars={busiestLocations.map(({ locationId, name, openCount }) => ({
            id: locationId,
            label: name,
            count: openCount,
            search: { state: 'open', locationId: [locationId] },
          }))}
        />
      </Panel>
    </div>
  )
}

/** Placeholders with the height of the panels, shown while the overview loads. */
export const PanelsSkeleton = () => (
  <div className={classes.panels} aria-busy="true">
    <VisuallyHidden component="output">{frameTexts.loading}</VisuallyHidden>
    <Skeleton height={218} />
    <Skeleton height={218} />
    <Skeleton height={346} className={classes.wide!} />
    <Skeleton height={456} />
    <Skeleton height={456} />
  </div>
)
