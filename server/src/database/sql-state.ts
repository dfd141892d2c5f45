/** Returns PostgreSQL's error code; undefined for other errors. */
const sqlStateOf = (error: unknown): unknown => (Object(error) as { code?: unknown }).code

/** Checks for a violation of the unique constraint or index with this name. */
export const violatesUnique = (error: unknown, name: string): boolean =>
  sqlStateOf(error) === '23505' && (error as { constraint?: unknown }).constraint === name

/** Checks for an invalid parameter value, such as an unknown time zone. */
export const isInvalidParameter = (error: unknown): boolean => sqlStateOf(error) === '22023'

/** Checks for a transaction that PostgreSQL aborted to resolve a deadlock. */
export const isDeadlock = (error: unknown): boolean => sqlStateOf(error) === '40P01'

/** Checks for a statement that did not get a lock within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === '55P03'

/** Checks for a PostgreSQL that accepts no connections because it is starting, recovering or stopping. */
export const isStarting = (error: unknown): boolean => sqlStateOf(error) === '57P03'

/** Checks for a write to a read-only database, such as a standby. */
export const isReadOnly = (error: unknown): boolean => sqlStateOf(error) === '25006'
