import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import type { Database } from '../../database/open.ts'
import { findUsableRoles } from './usable-queries.ts'

/**
 * Makes a function that finds out with one query which of the given sessions are open. The sessions may belong to
 * several organizations.
 * @returns a function that returns the role of the user of each open session, keyed by the id of the session.
 */
export const usableRoles =
  (database: Database) =>
  async (sessions: { id: Uuid; organizationId: Uuid }[]): Promise<Map<Uuid, Role>> =>
    new Map((await findUsableRoles(database, sessions)).map(({ id, role }) => [id, role]))
