// The ARIA roles are explicit, because in some browsers table elements with `display: block` lose their role.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Table, type TableTdProps, type TableTrProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './card-table.module.css'

interface CardTableProps {
  label: string
  columns: readonly string[]
  /** Accessible name of the last column, which contains buttons; absent if the table has no such column. */
  actions?: string | undefined
  /** Rows, each a `CardRow`. */
  children: ReactNode
}

/** Table whose rows are cards on a phone. */
export const CardTable = ({ label, columns, actions, children }: CardTableProps) => (
  <Table role="table" aria-label={label} className={classes.table!} verticalSpacing="sm">
    <Table.Thead role="rowgroup" className={classes.head!}>
      <Table.Tr role="row">
        {columns.map((name) => (
          <Table.Th key={name} role="columnheader" scope="col">
            {name}
          </Table.Th>
        ))}
        {actions && (
          <Table.Th role="columnheader" scope="col" className={classes.end!}>
            {actions}
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody role="rowgroup">{children}</Table.Tbody>
  </Table>
)

export const CardRow = (props: TableTrProps) => <Table.Tr role="row" {...props} />

/**
 * Cell of a card row.
 * @param label name of the column, shown beside the value on a phone; absent for a value that needs no name.
 */
export const CardCell = ({ label, ...props }: TableTdProps & { label?: string }) => (
  <Table.Td role="cell" data-label={label} {...props} />
)

/** Last cell of a card row, with buttons. */
export const ActionsCell = ({ children }: { children: ReactNode }) => (
  <Table.Td role="cell" className={classes.actions!}>
    {children}
  </Table.Td>
)
