import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Database } from './database/open.ts'

/**
 * One Organization, the user who acts in it, and the connection or transaction to act on. Every query of a feature
 * takes one first, so that no row of another Organization can be reached by forgetting a condition.
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

  /** The same Organization and connection, with another of its users acting. */
  actingAs(userId: Uuid): OrganizationScope {
    return new OrganizationScope(this.organizationId, userId, this.database)
  }

  /** Runs `work` in one transaction, the one already under way if there is one; its scope is the only one to use. */
  transaction<T>(work: (inner: OrganizationScope) => Promise<T>): Promise<T> {
    if (this.database.isTransaction) return work(this)
    return this.database
      .transaction()
      .execute((transaction) => work(new OrganizationScope(this.organizationId, this.actorId, transaction)))
  }
}
