import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { Role } from '@tocsin/contract/console/session.ts'
import type { OrganizationScope } from '../../scope.ts'
import { findUsableRoles } from './usable-queries.ts'

/** Finds the open sessions of the organization among `ids`. @returns the role of the user by session id. */
export const usableRoles = async (scope: OrganizationScope, ids: Iterable<Uuid>): Promise<Map<Uuid, Role>> =>
  new Map((await findUsableRoles(scope, [...new Set(ids)])).map(({ id, role }) => [id, role]))
