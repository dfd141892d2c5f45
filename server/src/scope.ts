import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Database } from './database/open.ts'

/**
 * Organization, acting user, and database connection or transaction of a request. Every query of a feature takes a scope
 * as its first parameter, so that a forgotten condition cannot reach rows of another organization.
 */
export class OrganizationScope {
  readonly organizationId: Uuid
  readonly actorId: Uuid
  readonly database: Database

  constructor(organizationId: Uuid, actorId: Uuid, database: Database) {
    this.organizationId = organizationId
    this.actorId = actorId
    this.database = database
  }

  /** Returns the scope of another user of the same organization, on the same connection. */
  actingAs(userId: Uuid): OrganizationScope {
    return new OrganizationScope(this.organizationId, userId, this.database)
  }

  /**
   * Runs `work` in a transaction; inside a transaction, in that one.
   * @param work receives the scope of the transaction and must use no other.
   */
  transaction<T>(work: (inner: OrganizationScope) => Promise<T>): Promise<T> {
    if (this.database.isTransaction) return work(this)
    return this.database
      .transaction()
      .execute((transaction) => work(new OrganizationScope(this.organizationId, this.actorId, transaction)))
  }
}
