import type { Uuid } from '@tocsin/contract/scalars.ts'
import type { SaveView, View } from '@tocsin/contract/console/view.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

const columns = [
  'id',
  'owner_id as ownerId',
  'name',
  'shared',
  'query',
  'layout',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

/** Builds the SQL condition that a view belongs to the acting user or is shared. */
const isVisible = (scope: OrganizationScope) => sql<boolean>`(owner_id = ${scope.actorId} or shared)`

/** Lists the views that the acting user can see, sorted by name. */
export const findViews = (scope: OrganizationScope): Promise<View[]> =>
  scope.database
    .selectFrom('views')
    .select(columns)
    .where('organization_id', '=', scope.organizationId)
    .where(isVisible(scope))
    .orderBy(sql`upper(name)`)
    .orderBy('id')
    .execute()

/** Locks the row of the acting user until the transaction ends, so that a user can save only one view at a time. */
export const lockOwner = (scope: OrganizationScope) =>
  scope.database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', scope.actorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export async function countOwnViews(scope: OrganizationScope): Promise<number> {
  const { count } = await scope.database
    .selectFrom('views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', scope.organizationId)
    .where('owner_id', '=', scope.actorId)
    .executeTakeFirstOrThrow()
  return count
}

export async function countSharedViews(scope: OrganizationScope): Promise<number> {
  const { count } = await scope.database
    .selectFrom('views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', scope.organizationId)
    .where('shared', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a view of the acting user. Returns undefined if the organization already has a view with this id. */
export const insertView = (
  scope: OrganizationScope,
  id: Uuid,
  { name, shared, query, layout }: Omit<SaveView, 'id'>,
): Promise<View | undefined> =>
  scope.database
    .insertInto('views')
    .values({ organization_id: scope.organizationId, id, owner_id: scope.actorId, name, shared, query, layout })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
    .returning(columns)
    .executeTakeFirst()

/** Finds a view that the acting user can see, and locks it until the transaction ends. */
export const lockView = (scope: OrganizationScope, id: Uuid): Promise<View | undefined> =>
  scope.database
    .selectFrom('views')
    .select(columns)
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .where(isVisible(scope))
    .forUpdate()
    .executeTakeFirst()

export const updateView = (scope: OrganizationScope, { id, name, shared, query, layout }: View): Promise<View> =>
  scope.database
    .updateTable('views')
    .set({ name, shared, query, layout, updated_at: sql<string>`now()` })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteViewRow = (scope: OrganizationScope, id: Uuid) =>
  scope.database.deleteFrom('views').where('organization_id', '=', scope.organizationId).where('id', '=', id).execute()
