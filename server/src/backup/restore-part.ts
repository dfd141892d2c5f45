import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import type pg from 'pg'
import { writeRows } from '../database/copying/rows.ts'
import type { CopiedTable } from '../database/copying/tables.ts'
import type { OperatorLog } from '../database/operator-log.ts'
import { restoreFile } from '../media/storage/restore-file.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { DamagedBackup } from './damaged.ts'
import type { PartHead } from './format.ts'
import type { Part } from './read-parts.ts'

interface RestoreTarget {
  client: pg.Client
  storage: MediaStorage
  /** All tables of the schema. */
  tables: CopiedTable[]
  /**
   * Ids of the organizations with restored files. An id is added before the first file of the organization is written.
   */
  organizationsWithFiles: Set<Uuid>
  log: OperatorLog
}

/** Inserts the rows of a backup, and writes its stored files to the storage, one part at a time. */
export class PartRestorer {
  readonly #target: RestoreTarget
  /** Tables of the schema whose rows have not been restored yet, keyed by name. */
  readonly #unrestoredTables: Map<string, CopiedTable>

  constructor(target: RestoreTarget) {
    this.#target = target
    this.#unrestoredTables = new Map(target.tables.map((table) => [table.name, table]))
  }

  async restore({ head, data, tail }: Part): Promise<void> {
    const { client, storage, organizationsWithFiles, log } = this.#target
    if (head.kind === 'table') {
      const table = this.#takeTable(head)
      // An operator may have created this table in the database before the backup.
      if (!table) return log(`skipping the table ${head.name}, which is not a table of Tocsin`, 'warn')
      const rows = await writeRows(client, table, data)
      if (rows !== tail().rows) throw new DamagedBackup(`has ${rows} rows in ${head.name}, and not ${tail().rows}`)
    }
    if (head.kind === 'file') {
      organizationsWithFiles.add(organizationIdOf(head.key))
      await restoreFile(storage, head, data)
    }
  }

  /** @throws DamagedBackup if the backup lacks a table of the schema. */
  requireAllTables(): void {
    const [name] = this.#unrestoredTables.keys()
    if (name !== undefined) throw new DamagedBackup(`has no table ${name}`)
  }

  /**
   * Finds the table to fill, and marks it as restored.
   * @returns the table, with only the columns that the backup has; undefined if the schema has no table of this name.
   * @throws DamagedBackup if the backup has a column that the schema lacks.
   */
  #takeTable({ name, columns }: PartHead & { kind: 'table' }): CopiedTable | undefined {
    const known = this.#unrestoredTables.get(name)
    if (!known) return undefined
    this.#unrestoredTables.delete(name)
    const foreign = columns.find((column) => !known.columns.includes(column))
    if (foreign !== undefined) throw new DamagedBackup(`has the column ${name}.${foreign}, which is not one of Tocsin`)
    return { name, columns }
  }
}

/** Returns the id of the organization at the start of a file's storage key. */
function organizationIdOf(key: string): Uuid {
  const [organizationId = '', name = '', ...rest] = key.split('/')
  if (!isUuid(organizationId) || !isUuid(name.replace(/\.webp$/, '')) || rest.length > 0)
    throw new DamagedBackup('was altered')
  return organizationId
}
