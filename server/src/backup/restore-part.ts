import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import type pg from 'pg'
import { writeRows } from '../database/copying/rows.ts'
import { findTables, type CopiedTable } from '../database/copying/tables.ts'
import type { Database } from '../database/open.ts'
import type { OperatorLog } from '../database/operator-log.ts'
import { restoreFile } from '../media/storage/restore-file.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { DamagedBackup } from './damaged.ts'
import type { PartHead } from './format.ts'
import type { Part } from './read-parts.ts'

/** Restores the parts of one backup. */
export class PartRestorer {
  /** Organizations whose files have been restored, at least in part. */
  readonly organizationIds = new Set<Uuid>()
  readonly #client: pg.Client
  readonly #storage: MediaStorage
  readonly #log: OperatorLog
  /** Tables of the schema that have not been restored yet, keyed by name. */
  readonly #left: Map<string, CopiedTable>

  private constructor(client: pg.Client, storage: MediaStorage, tables: CopiedTable[], log: OperatorLog) {
    this.#client = client
    this.#storage = storage
    this.#left = new Map(tables.map((table) => [table.name, table]))
    this.#log = log
  }

  /** @param transaction transaction on the connection of `client`. */
  static async for(
    client: pg.Client,
    transaction: Database,
    storage: MediaStorage,
    log: OperatorLog,
  ): Promise<PartRestorer> {
    return new PartRestorer(client, storage, await findTables(transaction), log)
  }

  async restore({ head, data, tail }: Part): Promise<void> {
    if (head.kind === 'table') {
      const table = this.#takeTable(head)
      // Somebody else made the table in the database that was backed up.
      if (!table) return this.#log(`skipping the table ${head.name}, which is not a table of Tocsin`, 'warn')
      const rows = await writeRows(this.#client, table, data)
      if (rows !== tail().rows) throw new DamagedBackup(`has ${rows} rows in ${head.name}, and not ${tail().rows}`)
    }
    if (head.kind === 'file') {
      this.organizationIds.add(organizationIdOf(head.key))
      await restoreFile(this.#storage, head, data)
    }
  }

  /** @throws DamagedBackup if the backup lacks a table of the schema. */
  requireAllTables(): void {
    const [name] = this.#left.keys()
    if (name !== undefined) throw new DamagedBackup(`has no table ${name}`)
  }

  /** Returns the table of the backup as the schema has it; undefined if the schema does not have it. */
  #takeTable({ name, columns }: PartHead & { kind: 'table' }): CopiedTable | undefined {
    const known = this.#left.get(name)
    if (!known) return undefined
    this.#left.delete(name)
    const foreign = columns.find((column) => !known.columns.includes(column))
    if (foreign !== undefined) throw new DamagedBackup(`has the column ${name}.${foreign}, which is not one of Tocsin`)
    return { name, columns }
  }
}

/** Returns the organization in the key of a stored file. */
function organizationIdOf(key: string): Uuid {
  const [organizationId = '', name = '', ...rest] = key.split('/')
  if (!isUuid(organizationId) || !isUuid(name.replace(/\.webp$/, '')) || rest.length > 0)
    throw new DamagedBackup('was altered')
  return organizationId
}
