import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Database } from './database/open.ts'
import type { Service } from './service.ts'

/**
 * One organization, the user who acts in it, the service, and the connection or transaction to act on. Every query of a
 * feature takes a scope first, so that no row of another organization can be reached by forgetting a condition.
 */
export class OrganizationScope {
  readonly organizationId: Uuid
  readonly actorId: Uuid
  /** Owner of the caches, batchers and limits. */
  readonly service: Service
  readonly database: Database

  /** @param database transaction or single connection to act on; any connection of the service's pool unless given. */
  constructor(organizationId: Uuid, actorId: Uuid, service: Service, database: Database = service.database) {
    this.organizationId = organizationId
    this.actorId = actorId
    this.service = service
    this.database = database
  }

  /** Returns a scope of the same organization and connection in which another user acts. */
  actingAs(userId: Uuid): OrganizationScope {
    return new OrganizationScope(this.organizationId, userId, this.service, this.database)
  }

  /** Runs `work` in a transaction: the one under way, else a new one. Use only the inner scope in it. */
  transaction<T>(work: (inner: OrganizationScope) => Promise<T>): Promise<T> {
    if (this.database.isTransaction) return work(this)
    return this.database
      .transaction()
      .execute((transaction) =>
        work(new OrganizationScope(this.organizationId, this.actorId, this.service, transaction)),
      )
  }
}
