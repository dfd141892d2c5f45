import { Text, UnstyledButton } from '@mantine/core'
import { IconMenu2, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { frameTexts } from '../texts/frame.ts'
import classes from './bottom-bar.module.css'
import { staffPages } from './navigation-entries.ts'
import { useCarriedSearch } from './use-carried-search.ts'

/**
 * Navigation bar at the bottom of the screen on phones. A thumb can reach it, and its buttons are usable with gloves.
 */
export function BottomBar({ onMenu, menuOpen }: { onMenu: () => void; menuOpen: boolean }) {
  const searchOf = useCarriedSearch()
  return (
    <nav className={classes.bar} aria-label={frameTexts.navigation}>
      {staffPages.map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          search={searchOf(entry)}
          className={classes.entry}
          activeOptions={{ includeSearch: false, exact: true }}
        >
          <entry.icon size={22} stroke={1.6} aria-hidden />
          <Text span size="xs">
            {entry.label}
          </Text>
        </Link>
      ))}
      <Link to="/incidents/new" className={classes.entry} aria-label={frameTexts.reportIncident}>
        <IconPlus size={22} stroke={1.6} aria-hidden />
        <Text span size="xs">
          {frameTexts.reportShort}
        </Text>
      </Link>
      <UnstyledButton className={classes.entry} onClick={onMenu} aria-expanded={menuOpen} aria-haspopup="dialog">
        <IconMenu2 size={22} stroke={1.6} aria-hidden />
        <Text span size="xs">
          {frameTexts.menu}
        </Text>
      </UnstyledButton>
    </nav>
  )
}
