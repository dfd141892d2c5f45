import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Database } from './database/open.ts'
import { sendAhead, type SentStatement } from './database/send-ahead.ts'
import { eventInsert, type ActedEvent } from './events/record.ts'
import type { Service } from './service.ts'

interface Within {
  /** Transaction or single connection to use. The default is the connection pool of the service. */
  database?: Database
  keyId?: Uuid | null
  pendingEvents?: ActedEvent[] | undefined
}

/**
 * One organization, the user who acts in it, the service, and the database connection or transaction to use. Every
 * query of a feature takes a scope first, so that a forgotten condition cannot expose rows of another organization.
 */
export class OrganizationScope {
  readonly organizationId: Uuid
  readonly actorId: Uuid
  readonly service: Service
  readonly database: Database
  /** Id of the API key of the request; null for a request of the console and for the command line. */
  readonly keyId: Uuid | null
  /** Events to write before the commit; undefined outside `transaction`, where events are written at once. */
  readonly pendingEvents: ActedEvent[] | undefined

  constructor(organizationId: Uuid, actorId: Uuid, service: Service, within: Within = {}) {
    this.organizationId = organizationId
    this.actorId = actorId
    this.service = service
    this.database = within.database ?? service.database
    this.keyId = within.keyId ?? null
    this.pendingEvents = within.pendingEvents
  }

  /**
   * Makes the scope of a request, or of other work for a single organization. Its statements and transactions use only
   * the connections that `databaseForRequests` grants the organization.
   */
  static inShare(organizationId: Uuid, actorId: Uuid, service: Service, keyId: Uuid | null = null): OrganizationScope {
    const database = service.databaseForRequests(organizationId)
    return new OrganizationScope(organizationId, actorId, service, { database, keyId })
  }

  /** Returns a scope for another user, with the same organization, service and transaction. */
  actingAs(userId: Uuid): OrganizationScope {
    return new OrganizationScope(this.organizationId, userId, this.service, this)
  }

  /** Returns a scope for the user and the API key of this scope, in the transaction of another scope. */
  within({ database, pendingEvents }: Pick<OrganizationScope, 'database' | 'pendingEvents'>): OrganizationScope {
    const within = { database, keyId: this.keyId, pendingEvents }
    return new OrganizationScope(this.organizationId, this.actorId, this.service, within)
  }

  /**
   * Runs `work` in the current transaction, or in a new one if there is none. `work` must use only the inner scope.
   * Events that `work` records are written only at the commit, because writing them locks the feed.
   */
  async transaction<T>(work: (inner: OrganizationScope) => Promise<T>): Promise<T> {
    if (this.database.isTransaction) return work(this)
    let events: SentStatement | undefined
    try {
      return await this.database.transaction().execute(async (transaction) => {
        const pendingEvents: ActedEvent[] = []
        const inner = this.within({ database: transaction, pendingEvents })
        const result = await work(inner)
        if (pendingEvents.length > 0) events = await sendAhead(transaction, eventInsert(inner, pendingEvents))
        return result
      })
    } catch (error) {
      // If the statement that writes the events failed, throw its error. The error of the commit says only that the
      // transaction was rolled back.
      await events?.response
      throw error
    }
  }
}
