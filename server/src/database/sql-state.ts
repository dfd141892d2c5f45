/** What PostgreSQL says that went wrong; undefined for an error that is not its own. */
const sqlStateOf = (error: unknown): unknown => (Object(error) as { code?: unknown }).code

/** Whether a statement was refused because a unique constraint or index of this name would not hold. */
export const violatesUnique = (error: unknown, name: string): boolean =>
  sqlStateOf(error) === '23505' && (error as { constraint?: unknown }).constraint === name

/** Whether a statement was refused because of a value in it, such as a time zone that PostgreSQL does not know. */
export const refusesValue = (error: unknown): boolean => sqlStateOf(error) === '22023'

/** Whether a transaction was broken off because it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean => sqlStateOf(error) === '40P01'

/** Whether a statement was broken off because it did not get a lock within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === '55P03'

/** Whether PostgreSQL runs and takes no connections yet, or no longer: it starts, recovers or stops. */
export const isStarting = (error: unknown): boolean => sqlStateOf(error) === '57P03'

/** Whether a statement was refused because the database may only be read: it is a standby. */
export const isReadOnly = (error: unknown): boolean => sqlStateOf(error) === '25006'
