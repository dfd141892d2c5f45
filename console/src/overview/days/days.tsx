import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import { useId, useState } from 'react'
import { formatNumber } from '../../texts/format.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { DayChart } from './day-chart.tsx'
import { DayTable } from './day-table.tsx'
import classes from './days.module.css'
import { Panel } from '../panel.tsx'

const texts = overviewTexts.days

/** Panel with a chart and a table of the incidents opened and closed per day. */
export function Days({ days }: { days: Overview['days'] }) {
  const [pointedAt, setPointedAt] = useState<string>()
  const [tableShown, setTableShown] = useState(false)
  const tableId = useId()
  const day = days.find(({ date }) => date === pointedAt)
  return (
    <Panel title={texts.title} aside={<ListLinks />} className={classes.panel}>
      <Legend period={day ? texts.day(day.date) : texts.period} days={day ? [day] : days} />
      <DayChart days={days} onPoint={setPointedAt} />
      <Button
        variant="subtle"
        size="compact-sm"
        mih={32}
        mt="xs"
        ml={-8}
        aria-expanded={tableShown}
        aria-controls={tableId}
        onClick={() => setTableShown(!tableShown)}
      >
        {tableShown ? texts.hideTable : texts.showTable}
      </Button>
      <div id={tableId}>{tableShown && <DayTable days={days} />}</div>
    </Panel>
  )
}

/**
 * Legend of the chart. It shows the numbers of the day under the pointer or, if there is no such day, of the whole
 * period.
 */
function Legend({ period, days }: { period: string; days: Overview['days'] }) {
  const sum = (name: 'created' | 'closed') => formatNumber(days.reduce((total, day) => total + day[name], 0))
  return (
    <Group gap="md" className={classes.legend!}>
      <Text span size="sm" c="dimmed" className={classes.period!}>
        {period}
      </Text>
      <span className={classes.entry} data-kind="created">
        {texts.opened} <b>{sum('created')}</b>
      </span>
      <span className={classes.entry} data-kind="closed">
        {texts.closed} <b>{sum('closed')}</b>
      </span>
    </Group>
  )
}

function ListLinks() {
  return (
    <Group gap="md">
      <Anchor size="sm" renderRoot={(props) => <Link to="/incidents" {...props} />}>
        {texts.newest}
      </Anchor>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link to="/incidents" search={{ state: 'closed', sort: '-lastModifiedAt' }} {...props} />
        )}
      >
        {texts.latelyClosed}
      </Anchor>
    </Group>
  )
}
