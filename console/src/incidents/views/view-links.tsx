import { ActionIcon, Button, Group, NavLink, Stack, Text, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBookmark,
  IconLayoutKanban,
  IconSettings,
  IconUser,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import { viewTexts } from '../../texts/views.ts'
import { viewsQuery } from '../../views/queries.ts'
import { linkToView, listViews, type ListedView } from './listed-views.ts'
import { useViewCounts } from './view-counts.ts'
import classes from './view-links.module.css'

interface ViewLinksProps {
  /** Opens the dialog in which users manage their views. */
  onManage: () => void
}

/** Links to all views, each with the number of its incidents, and a button to manage the views. */
export function ViewLinks({ onManage }: ViewLinksProps) {
  const { data, isError, refetch } = useQuery(viewsQuery)
  const views = listViews(data?.data)
  const countOf = useViewCounts(views)
  const openId = useOpenViewId()
  return (
    <section aria-label={viewTexts.title}>
      <Group justify="space-between" wrap="nowrap" pl="sm" pt="sm" pb={2} data-unfolded-only>
        <Text size="xs" fw={600} c="dimmed">
          {viewTexts.title}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.manage!}
          aria-label={viewTexts.manage}
          onClick={onManage}
        >
          <IconSettings size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Group>
      <Stack gap={2}>
        {views.map((view) => (
          <ViewLink key={view.id} view={view} count={countOf(view)} isOpen={view.id === openId} />
        ))}
      </Stack>
      {isError && !data && (
        <Button variant="subtle" size="compact-sm" ml="xs" onClick={() => void refetch()}>
          {viewTexts.loadAgain}
        </Button>
      )}
    </section>
  )
}

interface ViewLinkProps {
  view: ListedView
  count: IncidentCount | undefined
  isOpen: boolean
}

function ViewLink({ view, count, isOpen }: ViewLinkProps) {
  const ViewIcon = builtInIcons[view.id] ?? (view.layout === 'board' ? IconLayoutKanban : IconBookmark)
  return (
    <NavLink
      label={view.name}
      title={view.name}
      noWrap
      leftSection={<ViewIcon size={18} stroke={1.6} aria-hidden />}
      rightSection={
        count && (
          <Text span size="xs" className={classes.count!}>
            <VisuallyHidden> </VisuallyHidden>
            {viewTexts.count(count.count, count.hasMore)}
          </Text>
        )
      }
      active={isOpen}
      aria-current={isOpen ? 'page' : undefined}
      renderRoot={(props) => <Link {...linkToView(view)} activeOptions={{ exact: true }} {...props} />}
    />
  )
}

const builtInIcons: Readonly<Record<string, Icon>> = {
  unassigned: IconUserQuestion,
  mine: IconUser,
  critical: IconAlertTriangle,
}

/** Returns the id of the view that the list or the board shows; undefined on other pages. */
export const useOpenViewId = (): string | undefined =>
  useLocation({ select: ({ search }) => (search as { view?: string }).view })
