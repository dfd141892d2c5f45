import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../database/open.ts'

/** So many failures within 15 minutes lock an address for 15 minutes. */
export const failureMaximum = 10

/** Folded by the database, as the addresses of users are when they are compared. */
const digestOf = (email: string): RawBuilder<Buffer> => sql<Buffer>`sha256(convert_to(lower(${email}), 'UTF8'))`

interface Count {
  /** More than `failureMaximum`: locked before this attempt. */
  failures: number
  /** Until the lock ends; null where there is none. */
  lockedForSeconds: number | null
}

/**
 * Counts an attempt as failed before it is known whether it is: simultaneous attempts get no more guesses than
 * consecutive ones. An attempt while the address is locked neither counts nor prolongs the lock.
 */
export async function countFailure(database: Database, email: string): Promise<Count> {
  const { rows } = await sql<Count>`
    insert into sign_in_failures as known (email_sha256, failures) values (${digestOf(email)}, 1)
    on conflict (email_sha256) do update set (failures, counted_since, locked_until) = (
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
    returning failures, ceil(extract(epoch from locked_until - now()))::integer as "lockedForSeconds"`.execute(database)
  return rows[0]!
}

/** Starts counting from zero again, and ends a lock. */
export const forgetFailures = (database: Database, email: string) =>
  database.deleteFrom('sign_in_failures').where('email_sha256', '=', digestOf(email)).execute()

/** Forgets some of the counts that no longer matter: more at a time than a sign-in adds. */
export const deleteStaleFailures = (database: Database) =>
  sql`
    delete from sign_in_failures where email_sha256 in (
      select email_sha256 from sign_in_failures where counted_since < now() - interval '1 hour'
      limit 10 for update skip locked
    )`.execute(database)
