import type { Comment } from '@tocsin/contract/api/comment.ts'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import type { NextState } from '@tocsin/contract/api/incident-change.ts'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { LRUCache } from 'lru-cache'
import { insertCommentsOnCluster } from './comments/cluster-queries.ts'
import { insertComments, type NewComment } from './comments/queries.ts'
import type { RevisionUse } from './configuration/revisions/queries.ts'
import { limitedDatabase } from './database/limited-database.ts'
import type { Database, OpenDatabase } from './database/open.ts'
import type { TextPage } from './database/paging/text-page.ts'
import { FeedWatcher } from './events/feed-watcher.ts'
import { ConnectionShares } from './database/throughput/connection-shares.ts'
import { GatheredReads } from './database/throughput/gathered-reads.ts'
import { GroupCommit } from './database/throughput/group-commit.ts'
import { OrganizationLimits } from './database/throughput/organization-limits.ts'
import { SingleFlight } from './database/throughput/single-flight.ts'
import { TtlCache } from './database/throughput/ttl-cache.ts'
import type { UsableKey } from './identity/keys/queries.ts'
import { PasswordQueue } from './identity/password/queue.ts'
import type { UsableSession } from './identity/sessions/usable-queries.ts'
import { insertIncidentsOnCluster } from './incidents/create/cluster-queries.ts'
import { changeTogether, type ChangedIncident, type SharedChange } from './incidents/change/change.ts'
import { insertIncidents, type InsertedRow, type NewIncident } from './incidents/create/creation-queries.ts'
import type { ResolvedListQuery } from './incidents/list/list-shape.ts'
import type { FilterState } from './incidents/list/state-queries.ts'

/** Number of slots in `requestSlots` that a request with its own database connection takes. */
export const weightPerConnection = 4

/** Maximum total length of the cached revisions, as JSON in characters. */
const cachedRevisionsMaximum = 32 * 1024 * 1024

/**
 * Makes the state of one service: its open database, and its caches, batchers and limits. Two services in one process
 * share no state.
 */
export function makeService({
  database,
  pool,
  isDistributed,
}: Pick<OpenDatabase, 'database' | 'pool' | 'isDistributed'>) {
  const connections = pool.options.max
  const connectionShares = new ConnectionShares(connections)
  return {
    database,
    pool,
    isDistributed,
    /**
     * Returns the database for the requests and webhooks of an organization. Together, these use at most all
     * connections but two, and wait if they need more. Background work for all organizations uses `database` instead,
     * because a wait for the requests of one organization would delay the others.
     */
    databaseForRequests: databasesForRequests(pool, connectionShares),
    /** Limits how many database connections each organization uses at a time. */
    connectionShares,
    /**
     * Usable API keys, keyed by id. Entries expire after 0.5 s, so that a revoked key stops working on all servers
     * within a second.
     */
    keys: new TtlCache<UsableKey | undefined>(500),
    /**
     * Organization of each API key whose text does not contain it, keyed by the id of the key. The organization of a
     * key never changes.
     */
    keyOrganizations: new LRUCache<Uuid, Uuid>({ max: 10_000 }),
    /**
     * API keys whose use this process has recorded within the last 30 seconds. Further uses are not recorded, so
     * `lastUsedAt` is at most a minute earlier than the last use.
     */
    keyTouches: new TtlCache<unknown>(30_000),
    /**
     * Usable sessions, keyed by the digest of their token. Entries expire after 0.5 s, so that an ended session stops
     * working on all servers within a second.
     */
    sessions: new TtlCache<UsableSession | undefined>(500),
    sessionTouches: new TtlCache<unknown>(60_000),
    /** Queue for hashing passwords. All requests share the queue, because hashing is costly. */
    passwords: new PasswordQueue(),
    /** Limits the requests in progress of each organization. */
    requestSlots: new OrganizationLimits(connections, weightPerConnection),
    /** Number of the current configuration revision, keyed by organization. */
    currentRevisions: new TtlCache<number>(500),
    /**
     * Published revisions, keyed by organization and revision number. The entries do not expire, because revisions
     * never change. Their total size is limited, because a single revision may be as long as a request body.
     */
    revisions: new LRUCache<string, CreationConfiguration>({
      maxSize: cachedRevisionsMaximum,
      sizeCalculation: (revision) => JSON.stringify(revision).length,
    }),
    /**
     * Names of types and categories that the current revision does not contain, keyed by organization, current revision
     * and id. The entries do not expire, because revisions never change.
     */
    formerNames: new LRUCache<string, string>({ max: 10_000 }),
    /** States that may follow each workflow state, keyed by organization, then by state. */
    nextStates: new TtlCache<Map<Uuid, NextState[]>>(500),
    /**
     * Workflow states that the counts of views use, keyed by organization. Another process may have changed them up to
     * 10 seconds ago.
     */
    filterStates: new TtlCache<FilterState[]>(10_000),
    /** Counts the incidents of views, keyed by filters. Users who ask at the same time share one SQL statement. */
    viewCounts: new GatheredReads<ResolvedListQuery, IncidentCount>(),
    /**
     * Numbers of creations under each revision, keyed by organization. Cached, because counting reads every incident of
     * the organization.
     */
    revisionUses: new TtlCache<Map<number, RevisionUse>>(30_000),
    /**
     * Overviews, keyed by organization and time zone. Cached for 3 seconds, because many people look at the same
     * overview, and no overview need be exact to the second.
     */
    overviews: new TtlCache<Overview>(3_000),
    /** Lets requests wait for later events of their organization's feed. */
    feedWatcher: new FeedWatcher(database),
    /**
     * Positions of the newest events as text, keyed by organization. They may be half a second old. This does no harm:
     * a follower that begins at an earlier position only reads some changes twice.
     */
    feedPositions: new TtlCache<string>(500),
    /** Numbers of attempts of this process to deliver a webhook, by outcome. */
    webhookAttempts: { delivered: 0, failed: 0 },
    incidentInserts: new GroupCommit<NewIncident, InsertedRow>(
      isDistributed ? insertIncidentsOnCluster : insertIncidents,
    ),
    commentInserts: new GroupCommit<NewComment, Comment>(isDistributed ? insertCommentsOnCluster : insertComments),
    incidentChanges: new GroupCommit<SharedChange, ChangedIncident>(changeTogether),
    /** Pages of incidents that are being read. Callers who ask for the same page share one read. */
    incidentPages: new SingleFlight<TextPage>(),
    /** Limits how many pages of incidents one organization reads at a time. */
    pageReads: new OrganizationLimits(connections),
  }
}

/** State of one service, as `makeService` makes it. */
export type Service = Readonly<ReturnType<typeof makeService>>

function databasesForRequests(
  pool: OpenDatabase['pool'],
  shares: ConnectionShares,
): (organizationId: Uuid) => Database {
  const databases = new LRUCache<Uuid, Database>({ max: 1_000 })
  return (organizationId) => {
    const cached = databases.get(organizationId)
    if (cached) return cached
    const database = limitedDatabase(pool, () => shares.take(organizationId))
    databases.set(organizationId, database)
    return database
  }
}

/** Returns a copy of the service whose queries run in the given transaction. The copy shares all caches and limits. */
export const onTransaction = (service: Service, transaction: Database): Service => ({
  ...service,
  database: transaction,
})
