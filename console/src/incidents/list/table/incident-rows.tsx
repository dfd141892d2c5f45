import { Skeleton } from '@mantine/core'
import { use } from 'react'
import { NamesContext } from '../../names-context.ts'
import type { IncidentRow } from './columns.tsx'
import classes from './incident-table.module.css'
import type { useIncidentTable } from './use-incident-table.ts'
import type { RowPosition } from './use-virtual-rows.ts'
import { rowTooltip } from './row-tooltip.ts'

interface IncidentRowsProps {
  table: ReturnType<typeof useIncidentTable>['table']
  rows: readonly IncidentRow[]
  /** Positions of the rows to render. */
  positions: readonly RowPosition[]
}

/** Renders the rows at the given positions, and placeholders for rows that are not loaded yet. */
export function IncidentRows({ table, rows, positions }: IncidentRowsProps) {
  const known = use(NamesContext)
  return positions.map(({ index, topPx }) => {
    const row = rows[index]
    const style = { transform: `translateY(${topPx}px)` }
    if (!row)
      return (
        <tr key={`skeleton ${index}`} className={classes.row} style={style} aria-hidden data-skeleton>
          <td>
            <Skeleton height={14} />
          </td>
        </tr>
      )
    return (
      <tr
        key={row.id}
        className={classes.row}
        style={style}
        data-index={index}
        data-row-id={row.id}
        aria-rowindex={index + 2}
        aria-selected={row.getIsSelected()}
        // Set the tooltip on the whole row, because the incident link covers the cells.
        title={rowTooltip(row, known)}
      >
        {row.getAllCells().map((cell) => (
          // The linter mistakes a grid cell for a control. The link or checkbox in the cell has an accessible name.
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label
          <td key={cell.id} data-column={cell.column.id}>
            <table.FlexRender cell={cell} />
          </td>
        ))}
      </tr>
    )
  })
}
