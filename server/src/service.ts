import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import { LRUCache } from 'lru-cache'
import { insertComments, type NewComment } from './comments/queries.ts'
import type { RevisionUse } from './configuration/revisions/queries.ts'
import type { Database, OpenDatabase } from './database/open.ts'
import type { TextPage } from './database/paging/text-page.ts'
import { GroupCommit } from './database/throughput/group-commit.ts'
import { OrganizationLimits } from './database/throughput/organization-limits.ts'
import { SingleFlight } from './database/throughput/single-flight.ts'
import { TtlCache } from './database/throughput/ttl-cache.ts'
import type { UsableKey } from './identity/keys/queries.ts'
import { PasswordQueue } from './identity/password/queue.ts'
import type { UsableSession } from './identity/sessions/usable-queries.ts'
import { insertIncidents, type InsertedRow, type NewIncident } from './incidents/create/creation-queries.ts'

/** An open database, and the caches, batchers and limits of the one service that works on it. */
export interface Service extends Pick<OpenDatabase, 'database' | 'pool'> {
  /** Usable keys by their ids. A revoked key must stop everywhere within a second; this is half of it. */
  readonly keys: TtlCache<UsableKey | undefined>
  /** Keys whose last use was recorded. `lastUsedAt` may lag by a minute; another process may use the other half. */
  readonly keyTouches: TtlCache<unknown>
  /** Usable sessions by the digests of their tokens. An ended session must stop everywhere within a second. */
  readonly sessions: TtlCache<UsableSession | undefined>
  readonly sessionTouches: TtlCache<unknown>
  /** Hashing passwords is costly, so everybody who needs it waits in one queue. */
  readonly passwords: PasswordQueue
  /** Bounds the requests that an organization has in progress. A request with a connection of its own weighs 4. */
  readonly requestSlots: OrganizationLimits

  /** Number of the current revision, by organization. */
  readonly currentRevisions: TtlCache<number>
  /** Published revisions by organization and number. They never change. */
  readonly revisions: LRUCache<string, CreationConfiguration>
  /** Counting the uses of revisions reads every incident of the organization. */
  readonly revisionUses: TtlCache<RevisionUse[]>
  /** Overviews by organization and time zone. Many people look at one at the same time, and none needs it to the second. */
  readonly overviews: TtlCache<Overview>

  readonly incidentInserts: GroupCommit<NewIncident, InsertedRow>
  readonly commentInserts: GroupCommit<NewComment, Comment>
  /** Pages of incidents that are being read. */
  readonly incidentPages: SingleFlight<TextPage>
  /** Bounds the connections on which an organization reads pages of incidents. */
  readonly incidentReads: OrganizationLimits
}

/** Weight of a request that has a database connection of its own, in `requestSlots`. */
export const weightPerConnection = 4

/** Builds the state of one service. Two services in one process share nothing but the process. */
export function makeService({ database, pool }: Pick<OpenDatabase, 'database' | 'pool'>): Service {
  const connections = pool.options.max
  return {
    database,
    pool,
    keys: new TtlCache(500),
    keyTouches: new TtlCache(30_000),
    sessions: new TtlCache(500),
    sessionTouches: new TtlCache(60_000),
    passwords: new PasswordQueue(),
    requestSlots: new OrganizationLimits(connections, weightPerConnection),
    currentRevisions: new TtlCache(500),
    revisions: new LRUCache({ max: 200 }),
    revisionUses: new TtlCache(30_000),
    overviews: new TtlCache(3_000),
    incidentInserts: new GroupCommit(insertIncidents),
    commentInserts: new GroupCommit(insertComments),
    incidentPages: new SingleFlight(),
    incidentReads: new OrganizationLimits(connections),
  }
}

/** Returns the same service acting on a transaction that is under way. */
export const onTransaction = (service: Service, transaction: Database): Service => ({
  ...service,
  database: transaction,
})
