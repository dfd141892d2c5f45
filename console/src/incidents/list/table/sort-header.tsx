import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Header } from '@tanstack/react-table'
import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../texts/format.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import type { features } from './columns.tsx'
import classes from './incident-table.module.css'

interface SortHeaderProps {
  header: Header<typeof features, IncidentResponse>
  /** Number of keys that the list is sorted by. */
  keys: number
  children: ReactNode
}

/** Column header with the sort direction. If the list is sorted by several keys, also shows the rank of this key. */
export function SortHeader({ header: { column }, keys, children }: SortHeaderProps) {
  const sorted = column.getIsSorted()
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      data-column={column.id}
      aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      {column.getCanSort() ? (
        <UnstyledButton
          className={classes.sort}
          title={incidentListTexts.sort.header(String(column.columnDef.header))}
          onClick={column.getToggleSortingHandler()}
        >
          {children}
          {sorted && <Arrow size={14} aria-hidden />}
          {sorted && keys > 1 && <small>{formatNumber(column.getSortIndex() + 1)}</small>}
        </UnstyledButton>
      ) : (
        children
      )}
    </th>
  )
}
