import { Anchor, Badge, Group, Menu, Table, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CountedLocation } from '@tocsin/contract/console/directory-administration.ts'
import { directoryTexts } from '../../texts/directory.ts'
import { formatNumber } from '../../texts/format.ts'
import classes from '../list/entry-list.module.css'
import { IncidentsLink } from '../list/incidents-link.tsx'
import { RowMenu } from '../list/row-menu.tsx'

const texts = directoryTexts.locations

interface LocationRowProps {
  location: CountedLocation
  onEdit: () => void
  onArchive: () => void
  onRestore: () => void
}

/** Table row of one location. On a phone, the row has two lines. */
export function LocationRow({ location, ...on }: LocationRowProps) {
  const { id, name, externalId, archived, pointCount, incidentCount } = location
  const incidents = { locationId: [id] }
  const toPoints = { to: '/directory/$locationId', params: { locationId: id } } as const
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Anchor renderRoot={(props) => <Link {...toPoints} {...props} />}>{name}</Anchor>
          {archived && <Badge variant="default">{directoryTexts.list.archived}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" hiddenFrom="sm">
          {[externalId, texts.pointCount(pointCount), directoryTexts.list.incidentCount(incidentCount)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {externalId}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={classes.number}>
        {formatNumber(pointCount)}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={classes.number}>
        <IncidentsLink count={incidentCount} search={incidents} />
      </Table.Td>
      <Table.Td className={classes.actions}>
        <RowMenu name={name} archived={archived} incidents={incidentCount > 0 ? incidents : undefined} {...on}>
          <Menu.Item
            leftSection={<IconMapPin size={16} />}
            renderRoot={(props: object) => <Link {...toPoints} {...props} />}
          >
            {texts.openPoints}
          </Menu.Item>
        </RowMenu>
      </Table.Td>
    </Table.Tr>
  )
}
