import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findUsableRoles } from './usable-queries.ts'

/**
 * Finds which of the sessions `ids` are open.
 * @returns a map from the id of each open session to the role of its user.
 */
export const usableRoles = async (scope: OrganizationScope, ids: Iterable<Uuid>): Promise<Map<Uuid, Role>> =>
  new Map((await findUsableRoles(scope, [...new Set(ids)])).map(({ id, role }) => [id, role]))
