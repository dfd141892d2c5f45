import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'
import type pg from 'pg'
import { writeRows } from '../database/copying/rows.ts'
import { findTables, type CopiedTable } from '../database/copying/tables.ts'
import type { Database } from '../database/open.ts'
import { restoreFile } from '../media/storage/restore-file.ts'
import type { MediaStorage } from '../media/storage/storage.ts'
import { DamagedBackup } from './damaged.ts'
import type { PartHead } from './format.ts'
import type { Part } from './read-parts.ts'

/** Restores the parts of one backup. */
export class PartRestorer {
  /** Organizations with restored files. */
  readonly organizationIds = new Set<Uuid>()
  readonly #client: pg.Client
  readonly #storage: MediaStorage
  readonly #tables: CopiedTable[]

  private constructor(client: pg.Client, storage: MediaStorage, tables: CopiedTable[]) {
    this.#client = client
    this.#storage = storage
    this.#tables = tables
  }

  /** @param transaction transaction on the connection of `client`. */
  static async for(client: pg.Client, transaction: Database, storage: MediaStorage): Promise<PartRestorer> {
    return new PartRestorer(client, storage, await findTables(transaction))
  }

  async restore({ head, data, tail }: Part): Promise<void> {
    if (head.kind === 'table') {
      const rows = await writeRows(this.#client, this.#knownTable(head), data)
      if (rows !== tail().rows) throw new DamagedBackup(`has ${rows} rows in ${head.name}, and not ${tail().rows}`)
    }
    if (head.kind === 'file') {
      this.organizationIds.add(organizationIdOf(head.key))
      await restoreFile(this.#storage, head, data)
    }
  }

  /** Returns the table of the backup, if the schema has it with the same columns. */
  #knownTable({ name, columns }: PartHead & { kind: 'table' }): CopiedTable {
    const known = this.#tables.find((table) => table.name === name)
    if (known && columns.every((column) => known.columns.includes(column))) return { name, columns }
    throw new DamagedBackup(`has the table ${name}, which is not a table of Tocsin`)
  }
}

/** Returns the organization in the key of a stored file. */
function organizationIdOf(key: string): Uuid {
  const [organizationId = '', name = '', ...rest] = key.split('/')
  if (!isUuid(organizationId) || !isUuid(name.replace(/\.webp$/, '')) || rest.length > 0)
    throw new DamagedBackup('was altered')
  return organizationId
}
