import {
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely'

/** Kysely dialect that sends `begin` together with the first statement of a transaction, which saves a round trip. */
export class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  /**
   * @param config settings with a pool of connections. The connections must send a statement without waiting for the
   *   response to the previous statement.
   */
  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new PipeliningDriver(this.#config)
  }
}

class PipeliningDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>()

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings)
    // Ignore a failure of `begin` here: the first statement then fails on the same connection, and the commit reports
    // the failure.
    begun.catch(() => undefined)
    this.#begun.set(connection, begun)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection)
    await super.commitTransaction(connection)
  }
}
