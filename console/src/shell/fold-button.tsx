import { NavLink } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { frameTexts } from '../texts/frame.ts'
import { FoldTooltip } from './fold-tooltip.tsx'

/** Button that folds the sidebar to its icons, or unfolds it. */
export function FoldButton({ isFolded, onToggle }: { isFolded: boolean; onToggle: () => void }) {
  const Icon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = isFolded ? frameTexts.sidebar.unfold : frameTexts.sidebar.fold
  return (
    <FoldTooltip label={label} isFolded={isFolded}>
      <NavLink
        component="button"
        type="button"
        label={label}
        c="dimmed"
        leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        onClick={onToggle}
      />
    </FoldTooltip>
  )
}
