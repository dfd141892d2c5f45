import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { incidentListTexts } from '../texts/incident-list.ts'
import { ExportItems } from './export/export-items.tsx'
import type { IncidentQuery, IncidentSearch } from './search/incident-search.ts'
import { LayoutSwitch, layouts } from './layouts/layout-switch.tsx'
import type { ViewLayout } from '@tocsin/contract/console/view.ts'
import { pageOfLayout } from './origin/page-of-layout.ts'

interface HeadActionsProps {
  search: IncidentSearch
  query: IncidentQuery
  layout: ViewLayout
}

/** Controls in the header of list, board and split view: change the layout, export as CSV and report an incident. */
export function HeadActions({ search, query, layout }: HeadActionsProps) {
  const otherLayouts = layouts.filter(({ layout: other }) => other !== layout && other !== 'split')
  return (
    <Group gap="xs" wrap="nowrap">
      <LayoutSwitch search={search} layout={layout} />
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label={incidentListTexts.more}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {otherLayouts.map(({ layout: other, icon: Icon }) => (
            <Menu.Item
              key={other}
              hiddenFrom="sm"
              leftSection={<Icon size={16} aria-hidden />}
              renderRoot={(props) => <Link to={pageOfLayout[other]} search={search} {...props} />}
            >
              {incidentListTexts.layouts[other]}
            </Menu.Item>
          ))}
          <ExportItems query={query} />
        </Menu.Dropdown>
      </Menu>
      <Button
        visibleFrom="sm"
        h={32}
        leftSection={<IconPlus size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/incidents/new" {...props} />}
      >
        {incidentListTexts.report}
      </Button>
    </Group>
  )
}
