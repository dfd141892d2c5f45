import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../../database/open.ts'
import type { OrganizationScope } from '../../scope.ts'

/** Length of a lease. Until the lease of a file ends, no other server claims the file. The lease can be extended. */
const leaseSeconds = 10

/** File for which this server is making a thumbnail at this moment. */
export interface ClaimedFile {
  organizationId: Uuid
  id: Uuid
  createdBy: Uuid
  /**
   * Number of attempts to make the thumbnail, including this one. A higher number in the database means that another
   * server has claimed the file.
   */
  attempts: number
}

/**
 * Claims a file whose thumbnail is due: the oldest one of the first organization whose id is greater than `after`, so
 * that organizations alternate. Counts the attempt in advance, so that a file that crashes the server is not tried
 * forever.
 * @returns undefined when no organization with a greater id has a due file.
 */
export async function claimFile(database: Database, after: Uuid): Promise<ClaimedFile | undefined> {
  for (;;) {
    const due = await findDue(database, after)
    if (!due) return undefined
    // Look again if another server has claimed the file in the meantime.
    const file = await claimDue(database, due)
    if (file) return file
  }
}

const isDue = sql<boolean>`thumbnail_due_at <= now()`

type DueFile = Omit<ClaimedFile, 'createdBy'>

/**
 * Finds the next file whose thumbnail is due. Does not lock its row, because a cluster can lock rows only in a query of
 * one organization.
 */
const findDue = (database: Database, after: Uuid): Promise<DueFile | undefined> =>
  database
    .selectFrom('media')
    .select(['organization_id as organizationId', 'id', 'thumbnail_attempts as attempts'])
    .where('organization_id', '>', after)
    .where(isDue)
    .orderBy('organization_id')
    .orderBy('thumbnail_due_at')
    .limit(1)
    .executeTakeFirst()

const claimDue = (database: Database, { organizationId, id, attempts }: DueFile): Promise<ClaimedFile | undefined> =>
  database
    .updateTable('media')
    .set({ thumbnail_due_at: leaseEnd, thumbnail_attempts: attempts + 1 })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('thumbnail_attempts', '=', attempts)
    .where(isDue)
    .returning(['organization_id as organizationId', 'id', 'created_by as createdBy', 'thumbnail_attempts as attempts'])
    .executeTakeFirst()

const leaseEnd = sql<string>`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`

/** Extends the lease of a claimed file, so that no other server claims it. */
export async function extendLease(scope: OrganizationScope, file: ClaimedFile): Promise<void> {
  await claimed(scope, file).set({ thumbnail_due_at: leaseEnd }).execute()
}

/**
 * Stores that the file has a thumbnail or gets none, and that no further attempt to make the thumbnail is needed.
 * @returns id of the incident with the file. Undefined when another server has claimed the file or the file has been
 *   deleted.
 */
export async function endAttempts(
  scope: OrganizationScope,
  file: ClaimedFile,
  { hasThumbnail }: { hasThumbnail: boolean },
): Promise<Uuid | undefined> {
  const row = await claimed(scope, file)
    .set({ has_thumbnail: hasThumbnail, thumbnail_due_at: null })
    .returning(incidentOfFile(scope).as('incidentId'))
    .executeTakeFirst()
  return row?.incidentId
}

const incidentOfFile = ({ organizationId }: OrganizationScope) => sql<Uuid>`coalesce(media.incident_id, (
  select related_entity_id from comments
  where comments.organization_id = ${organizationId} and comments.id = media.comment_id
))`

/**
 * Schedules another attempt to make a thumbnail.
 * @param options.isCounted true if the file caused the failure, so that the attempt counts towards the maximum.
 */
export async function scheduleRetry(
  scope: OrganizationScope,
  file: ClaimedFile,
  { afterSeconds, isCounted }: { afterSeconds: number; isCounted: boolean },
): Promise<void> {
  await claimed(scope, file)
    .set({
      thumbnail_due_at: sql<string>`now() + make_interval(secs => ${afterSeconds})`,
      thumbnail_attempts: file.attempts - (isCounted ? 0 : 1),
    })
    .execute()
}

/** Builds an update of the file's row that has no effect once another server has claimed the file. */
const claimed = (scope: OrganizationScope, { id, attempts }: ClaimedFile) =>
  scope.database
    .updateTable('media')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('thumbnail_attempts', '=', attempts)
    .where('thumbnail_due_at', 'is not', null)
