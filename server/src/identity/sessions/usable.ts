import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findUsableRoles } from './usable-queries.ts'

/** Of some sessions of the organization, the roles of those that may still be used. */
export const usableRoles = async (scope: OrganizationScope, ids: Iterable<Uuid>): Promise<Map<Uuid, Role>> =>
  new Map((await findUsableRoles(scope, [...new Set(ids)])).map(({ id, role }) => [id, role]))
