import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { Database } from '../../database/open.ts'
import type { OrganizationScope } from '../../scope.ts'

/** Lease of one attempt: no other server takes the file until it ends. It can be extended. */
const leaseSeconds = 10

/** One file whose thumbnail this server is making. */
export interface ClaimedFile {
  organizationId: Uuid
  id: Uuid
  createdBy: Uuid
  /** Attempts started, this one included. A higher number in the row means that another server has taken over. */
  attempts: number
}

/**
 * Claims the oldest due file of the first organization whose id is greater than `after`, so that organizations alternate.
 * Counts the attempt before it starts, so that a file that ends the server is not tried for ever.
 * @returns undefined when no organization after `after` has a due file.
 */
export async function claimFile(database: Database, after: Uuid): Promise<ClaimedFile | undefined> {
  const { rows } = await sql<ClaimedFile>`
    with due as (
      select organization_id, id from media
      where organization_id > ${after}::uuid and thumbnail_due_at <= now()
      order by organization_id, thumbnail_due_at limit 1
      for update skip locked
    )
    update media set thumbnail_due_at = ${leaseEnd}, thumbnail_attempts = thumbnail_attempts + 1
    from due where media.organization_id = due.organization_id and media.id = due.id
    returning media.organization_id as "organizationId", media.id, created_by as "createdBy",
      thumbnail_attempts as attempts`.execute(database)
  return rows[0]
}

const leaseEnd = sql<string>`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`

/** Extends the lease, so that no other server takes the file. */
export async function extendLease(scope: OrganizationScope, file: ClaimedFile): Promise<void> {
  await claimed(scope, file).set({ thumbnail_due_at: leaseEnd }).execute()
}

/**
 * Ends the attempts at a thumbnail.
 * @returns false when another server has taken over, or the file is gone.
 */
export async function endAttempts(
  scope: OrganizationScope,
  file: ClaimedFile,
  { hasThumbnail }: { hasThumbnail: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await claimed(scope, file)
    .set({ has_thumbnail: hasThumbnail, thumbnail_due_at: null })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Schedules another attempt. @param isCounted false when this attempt failed for a reason outside the file. */
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

/** Updates the row only while this server's claim holds. */
const claimed = (scope: OrganizationScope, { id, attempts }: ClaimedFile) =>
  scope.database
    .updateTable('media')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where('thumbnail_attempts', '=', attempts)
    .where('thumbnail_due_at', 'is not', null)
