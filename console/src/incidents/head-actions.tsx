import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconLayoutKanban, IconListDetails, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ViewLayout } from '@tocsin/contract/console/view.ts'
import { addressOf } from '../api/call.ts'
import { incidentListTexts } from '../texts/incident-list.ts'
import type { IncidentQuery, IncidentSearch } from './search/incident-search.ts'
import { pageOfLayout } from './origin/page-of-layout.ts'

interface HeadActionsProps {
  search: IncidentSearch
  query: IncidentQuery
  layout: ViewLayout
}

/** Actions in the header of list and board: the other layout, CSV export and reporting an incident. */
export function HeadActions({ search, query, layout }: HeadActionsProps) {
  const [other, label, Icon] =
    layout === 'list'
      ? (['board', incidentListTexts.asBoard, IconLayoutKanban] as const)
      : (['list', incidentListTexts.asList, IconListDetails] as const)
  return (
    <Group gap="xs" wrap="nowrap">
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={incidentListTexts.more}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon size={16} aria-hidden />}
            renderRoot={(props) => <Link to={pageOfLayout[other]} search={search} {...props} />}
          >
            {label}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden />}
            component="a"
            href={addressOf('/incidents.csv', query)}
            download
          >
            {incidentListTexts.exportCsv}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        visibleFrom="sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/incidents/new" {...props} />}
      >
        {incidentListTexts.report}
      </Button>
    </Group>
  )
}
