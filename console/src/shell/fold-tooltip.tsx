import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

interface FoldTooltipProps {
  label: string
  isFolded: boolean
  children: ReactElement
}

/** Shows the label of an entry beside its icon while the sidebar is folded. */
export const FoldTooltip = ({ label, isFolded, children }: FoldTooltipProps) => (
  <Tooltip label={label} position="right" openDelay={100} disabled={!isFolded}>
    {children}
  </Tooltip>
)
