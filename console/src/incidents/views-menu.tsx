import { Button, Menu, Text } from '@mantine/core'
import { IconBookmark, IconBookmarkPlus, IconCheck, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { View, ViewLayout } from '@tocsin/contract/console/view.ts'
import { useState } from 'react'
import { readSearch } from '../api/search-parameters.ts'
import { MenuLoadState } from '../kit/menus/menu-load-state.tsx'
import { readIncidentSearch, textOf, type IncidentSearch } from './search/incident-search.ts'
import { pageOfLayout } from './origin/page-of-layout.ts'
import { useSession } from '../sessions/session.ts'
import { viewTexts } from '../texts/views.ts'
import { ManageViewsDialog } from '../views/manage-views-dialog.tsx'
import { viewsQuery } from '../views/queries.ts'
import { SaveViewDialog } from '../views/save-view-dialog.tsx'

interface ViewsMenuProps {
  search: IncidentSearch
  layout: ViewLayout
}

/** Menu of the saved views, with items to save the current search as a view and to manage the views. */
export function ViewsMenu({ search, layout }: ViewsMenuProps) {
  const { data, error, refetch } = useQuery(viewsQuery)
  const views = data ?? []
  const { user } = useSession()
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const query = textOf(search)
  const isShown = (view: View) => view.layout === layout && textOf(searchOf(view)) === query
  const own = views.filter(({ ownerId }) => ownerId === user.id)
  const others = views.filter(({ ownerId }) => ownerId !== user.id)
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu width={280} position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" fw={500} leftSection={<IconBookmark size={16} aria-hidden />}>
            <Text span inherit truncate maw={160}>
              {views.find(isShown)?.name ?? viewTexts.button}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
          {!data && <MenuLoadState error={error} onRetry={() => void refetch()} />}
          {data?.length === 0 && <Menu.Label>{viewTexts.none}</Menu.Label>}
          <ViewItems title={viewTexts.own} views={own} isShown={isShown} />
          <ViewItems title={viewTexts.shared} views={others} isShown={isShown} />
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconBookmarkPlus size={16} aria-hidden />} onClick={() => setDialog('save')}>
            {viewTexts.save}
          </Menu.Item>
          {views.length > 0 && (
            <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setDialog('manage')}>
              {viewTexts.manage}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveViewDialog query={query} layout={layout} onClose={close} />}
      {dialog === 'manage' && <ManageViewsDialog views={views} onClose={close} />}
    </>
  )
}

interface ViewItemsProps {
  title: string
  views: readonly View[]
  isShown: (view: View) => boolean
}

function ViewItems({ title, views, isShown }: ViewItemsProps) {
  const navigate = useNavigate()
  if (views.length === 0) return null
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          rightSection={isShown(view) ? <IconCheck size={16} aria-hidden /> : undefined}
          onClick={() => void navigate({ to: pageOfLayout[view.layout], search: searchOf(view) })}
        >
          {view.name}
          {view.layout === 'board' && (
            <Text span size="xs" c="dimmed">
              {' '}
              {viewTexts.board}
            </Text>
          )}
        </Menu.Item>
      ))}
    </>
  )
}

const searchOf = ({ query }: View): IncidentSearch => readIncidentSearch(readSearch(query))
