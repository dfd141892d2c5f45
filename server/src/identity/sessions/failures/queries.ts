import { sql } from 'kysely'
import type { Database } from '../../../database/open.ts'
import type { FailureSubject } from './subject.ts'

/** Number of failed attempts within 15 minutes that locks a subject for 15 minutes. */
export const failureMaximum = 10

interface Count {
  /** Digest of the user, device, session, e-mail address or network whose failures are counted, in hexadecimal. */
  subject: string
  /**
   * Number of failed attempts, including the current attempt. A number above `failureMaximum` means that the subject
   * was already locked.
   */
  failures: number
  /** Seconds until the lock after too many failed attempts ends. Null if there is no lock. */
  lockedForSeconds: number | null
}

/** Adds a failed attempt to the count of each subject. An attempt during a lock does not prolong the lock. */
export async function countFailures(database: Database, subjects: FailureSubject[]): Promise<Count[]> {
  const { rows } = await sql<Count>`
    insert into sign_in_failures as known (subject_sha256, failures)
    -- In one order, so that two attempts never wait for each other.
    select subject, 1 from unnest(${subjects}::bytea[]) as subject order by subject
    on conflict (subject_sha256) do update set (failures, counted_since, locked_until) = (
      select
        case when is_locked then ${failureMaximum + 1} when is_over then 1 else known.failures + 1 end,
        case when is_over and not is_locked then now() else known.counted_since end,
        case
          when is_locked then known.locked_until
          when not is_over and known.failures + 1 = ${failureMaximum} then now() + interval '15 minutes'
        end
      from (select
        coalesce(known.locked_until > now(), false) as is_locked,
        known.locked_until is not null or known.counted_since < now() - interval '15 minutes' as is_over
      ) as state
    )
    returning
      encode(subject_sha256, 'hex') as subject,
      failures,
      ceil(extract(epoch from locked_until - now()))::integer as "lockedForSeconds"`.execute(database)
  return rows
}

/** Resets the failure counts of some subjects and ends their locks. */
export const forgetFailures = (database: Database, subjects: FailureSubject[]) =>
  database
    .deleteFrom('sign_in_failures')
    .where('subject_sha256', '=', sql<Buffer>`any(${subjects}::bytea[])`)
    .execute()

/** Deletes up to 10 failure counts that are older than an hour. Each sign-in adds fewer, so the table stays small. */
export const deleteStaleFailures = (database: Database) =>
  sql`
    delete from sign_in_failures where subject_sha256 in (
      select subject_sha256 from sign_in_failures where counted_since < now() - interval '1 hour'
      limit 10 for update skip locked
    )`.execute(database)
