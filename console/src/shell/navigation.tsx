import { NavLink, Stack, Text } from '@mantine/core'
import { Link, useMatchRoute } from '@tanstack/react-router'
import { useIsAdministrator } from '../sessions/session.ts'
import { frameTexts } from '../texts/frame.ts'
import { administrationPages, staffPages, type NavigationEntry } from './navigation-entries.ts'

/** Navigation links to all pages that the signed-in user may open. */
export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const isAdministrator = useIsAdministrator()
  return (
    <Stack gap={2}>
      {staffPages.map((entry) => (
        <NavigationLink key={entry.to} entry={entry} onFollow={onFollow} />
      ))}
      {isAdministrator && (
        <>
          <Text size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4}>
            {frameTexts.administration}
          </Text>
          {administrationPages.map((entry) => (
            <NavigationLink key={entry.to} entry={entry} onFollow={onFollow} />
          ))}
        </>
      )}
    </Stack>
  )
}

function NavigationLink({ entry, onFollow }: { entry: NavigationEntry; onFollow: (() => void) | undefined }) {
  const { to, search, label, icon: Icon } = entry
  const matches = useMatchRoute()
  return (
    <NavLink
      label={label}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      active={matches({ to, fuzzy: true }) !== false}
      onClick={onFollow}
      renderRoot={(props) => <Link to={to} search={search} {...props} />}
    />
  )
}
