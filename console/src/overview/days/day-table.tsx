import { Anchor, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import { formatNumber } from '../../texts/format.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { daySearch } from './day-search.ts'

const texts = overviewTexts.days

/** Table with the numbers of opened and closed incidents per day, latest day first. */
export const DayTable = ({ days }: { days: Overview['days'] }) => (
  <Table maw={420} aria-label={texts.title}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{texts.columnDay}</Table.Th>
        <Table.Th scope="col" ta="end">
          {texts.opened}
        </Table.Th>
        <Table.Th scope="col" ta="end">
          {texts.closed}
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {days.toReversed().map(({ date, created, closed }) => (
        <Table.Tr key={date}>
          <Table.Th scope="row" fw={400}>
            <time dateTime={date}>{texts.day(date)}</time>
          </Table.Th>
          <Table.Td ta="end">
            <Anchor
              size="sm"
              aria-label={texts.openedOn(date, created)}
              renderRoot={(props) => <Link to="/incidents" search={daySearch(date)} {...props} />}
            >
              {formatNumber(created)}
            </Anchor>
          </Table.Td>
          <Table.Td ta="end">{formatNumber(closed)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
