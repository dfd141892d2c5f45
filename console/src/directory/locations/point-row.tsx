import { Badge, Group, Table, Text } from '@mantine/core'
import type { CountedPoint } from '@tocsin/contract/console/directory-administration.ts'
import { directoryTexts } from '../../texts/directory.ts'
import classes from '../list/entry-list.module.css'
import { IncidentsLink } from '../list/incidents-link.tsx'
import { RowMenu } from '../list/row-menu.tsx'

interface PointRowProps {
  point: CountedPoint
  onEdit: () => void
  onArchive: () => void
  onRestore: () => void
}

/** Table row of one point. */
export function PointRow({ point, ...on }: PointRowProps) {
  const { id, name, archived, incidentCount } = point
  const incidents = { pointId: [id] }
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text span>{name}</Text>
          {archived && <Badge variant="default">{directoryTexts.list.archived}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" hiddenFrom="sm">
          {directoryTexts.list.incidentCount(incidentCount)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" className={classes.number}>
        <IncidentsLink count={incidentCount} search={incidents} />
      </Table.Td>
      <Table.Td className={classes.actions}>
        <RowMenu
          name={name}
          archived={archived}
          editLabel={directoryTexts.points.rename}
          incidents={incidentCount > 0 ? incidents : undefined}
          {...on}
        />
      </Table.Td>
    </Table.Tr>
  )
}
