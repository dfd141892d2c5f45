import { createHash } from 'node:crypto'

/** The id of the n-th thing of a kind of an Organization, so that a filter can name what was loaded by SQL. */
export const idOf = (organizationId: string, kind: string, n: number): string =>
  createHash('md5')
    .update(`${organizationId}${kind}${n}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The same id as SQL works it out. @param n an SQL expression; `$1` is the Organization. */
export const idInSql = (kind: string, n: string): string => `md5($1::uuid::text || '${kind}' || (${n}))::uuid`
