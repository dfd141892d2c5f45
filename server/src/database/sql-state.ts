/** Returns the code of an error; undefined if it has none. For an error from PostgreSQL, the code is the SQLSTATE. */
const sqlStateOf = (error: unknown): unknown => (Object(error) as { code?: unknown }).code

/**
 * Returns true if an error is a violation of the unique constraint or unique index with the given name. A cluster
 * appends the number of the shard to the name, and reports the name only in the message.
 */
export function violatesUnique(error: unknown, name: string): boolean {
  if (sqlStateOf(error) !== '23505') return false
  const { constraint, message } = error as { constraint?: string; message: string }
  const violated = constraint ?? /"(.+)"/.exec(message)?.[1]
  return violated?.replace(/_\d+$/, '') === name
}

/** Returns true if PostgreSQL rejected the value of a parameter, for example an unknown time zone. */
export const isInvalidParameter = (error: unknown): boolean => sqlStateOf(error) === '22023'

/** Returns true if PostgreSQL aborted the transaction to resolve a deadlock. */
export const isDeadlock = (error: unknown): boolean => sqlStateOf(error) === '40P01'

/** Returns true if a statement has waited for a lock longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === '55P03'

/** Returns true if PostgreSQL accepts no connections because it is starting, recovering or stopping. */
export const isStarting = (error: unknown): boolean => sqlStateOf(error) === '57P03'

/** Returns true if a write failed because the database is read-only, such as a standby. */
export const isReadOnly = (error: unknown): boolean => sqlStateOf(error) === '25006'
