/** Tells whether PostgreSQL refused a statement because it does not know the time zone that it was given. */
export const refusesTimeZone = (error: unknown): boolean => (Object(error) as { code?: unknown }).code === '22023'
