import { NavLink, Stack, Text } from '@mantine/core'
import { Link, useMatchRoute } from '@tanstack/react-router'
import { useOpenViewId, ViewLinks } from '../incidents/views/view-links.tsx'
import { useIsAdministrator } from '../sessions/session.ts'
import { frameTexts } from '../texts/frame.ts'
import { FoldTooltip } from './fold-tooltip.tsx'
import classes from './navigation.module.css'
import { useCarriedSearch } from './use-carried-search.ts'
import { administrationPages, staffPages, type NavigationEntry } from './navigation-entries.ts'

interface NavigationProps {
  /** Called when the user follows one of the links. */
  onFollow?: () => void
  onManageViews: () => void
  /** True if only the icons of the links are visible. */
  isFolded?: boolean
}

/** Navigation links to all pages that the signed-in user may open. */
export function Navigation({ onFollow, onManageViews, isFolded = false }: NavigationProps) {
  const isAdministrator = useIsAdministrator()
  return (
    <Stack
      gap={2}
      className={classes.links!}
      onClick={({ target }) => {
        if ((target as Element).closest('a')) onFollow?.()
      }}
    >
      {staffPages.map((entry) => (
        <NavigationLink key={entry.to} entry={entry} isFolded={isFolded} />
      ))}
      <ViewLinks onManage={onManageViews} />
      {isAdministrator && (
        <>
          <Text size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4}>
            {frameTexts.administration}
          </Text>
          {administrationPages.map((entry) => (
            <NavigationLink key={entry.to} entry={entry} isFolded={isFolded} />
          ))}
        </>
      )}
    </Stack>
  )
}

interface NavigationLinkProps {
  entry: NavigationEntry
  isFolded: boolean
}

function NavigationLink({ entry, isFolded }: NavigationLinkProps) {
  const { to, label, icon: Icon } = entry
  const matches = useMatchRoute()
  const search = useCarriedSearch()(entry)
  const hasOpenView = useOpenViewId() !== undefined
  const isAt = (page: typeof to | '/split') => matches({ to: page, fuzzy: true }) !== false
  return (
    <FoldTooltip label={label} isFolded={isFolded}>
      <NavLink
        label={label}
        leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        active={!hasOpenView && (isAt(to) || (to === '/incidents' && isAt('/split')))}
        renderRoot={(props) => <Link to={to} search={search} activeOptions={{ exact: true }} {...props} />}
      />
    </FoldTooltip>
  )
}
