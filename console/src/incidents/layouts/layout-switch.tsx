import { ActionIcon } from '@mantine/core'
import { IconLayoutKanban, IconLayoutSidebar, IconListDetails, type Icon } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { ViewLayout } from '@tocsin/contract/console/view.ts'
import { pageOfLayout } from '../origin/page-of-layout.ts'
import type { IncidentSearch } from '../search/incident-search.ts'
import { useRoomForSplit } from './use-room-for-split.ts'

const texts = incidentListTexts.layouts

interface LayoutSwitchProps {
  search: IncidentSearch
  layout: ViewLayout
}

export const layouts: readonly { layout: ViewLayout; icon: Icon; key: string }[] = [
  { layout: 'list', icon: IconListDetails, key: 'l' },
  { layout: 'board', icon: IconLayoutKanban, key: 'b' },
  { layout: 'split', icon: IconLayoutSidebar, key: 's' },
]

/** Links that show the same incidents as a list, as a board, or as a list beside one incident. */
export function LayoutSwitch({ search, layout: shown }: LayoutSwitchProps) {
  const navigate = useNavigate()
  const hasRoomForSplit = useRoomForSplit()
  const offered = layouts.filter(({ layout }) => layout !== 'split' || hasRoomForSplit)
  useShortcuts(
    incidentListTexts.title,
    offered
      .filter(({ layout }) => layout !== shown)
      .map(({ layout, key }) => ({
        keys: `v ${key}`,
        description: texts[layout],
        action: () => void navigate({ to: pageOfLayout[layout], search }),
      })),
  )
  return (
    <ActionIcon.Group visibleFrom="sm" aria-label={texts.label}>
      {offered.map(({ layout, icon: Icon }) => (
        <ActionIcon
          key={layout}
          variant={layout === shown ? 'light' : 'default'}
          size={32}
          title={texts[layout]}
          aria-label={texts[layout]}
          aria-current={layout === shown ? 'page' : undefined}
          renderRoot={(props) => <Link to={pageOfLayout[layout]} search={search} {...props} />}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  )
}
