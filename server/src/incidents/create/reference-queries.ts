import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { sql, type RawBuilder } from 'kysely'
import type { OrganizationScope } from '../../scope.ts'

/** What an Incident refers to outside of the configuration. */
export type References = Pick<IncidentResponse, 'locationId' | 'pointId' | 'assigneeId'>

/** What the database knows of the Location, the Point and the user that an Incident refers to. */
export interface ReferenceStates {
  location: ReferenceState
  /** `elsewhere`: the Point belongs to another Location. */
  point: ReferenceState | 'elsewhere'
  assignee: ReferenceState
}
type ReferenceState = 'fine' | 'missing' | 'archived'

/** The same of a creation, and of the revision that governs it. */
export interface ReferenceCheck extends ReferenceStates {
  /** The revision that the creation was checked against has been replaced meanwhile, or its first state removed. */
  isStale: boolean
}

const tables = { location: 'locations', point: 'points', assignee: 'users' }

/**
 * The columns of `ReferenceStates` for each row of `input`, which has a `location_id`, a `point_id` and an `assignee_id`,
 * and the joins that they read from. They are looked up row by row through the primary key: another join would rather
 * read the whole table, for each batch of creations again.
 * @param refusesArchived whether what is archived may no longer be referred to.
 */
export function referenceStates(scope: OrganizationScope, refusesArchived: RawBuilder<boolean>) {
  const lookUp = (reference: keyof typeof tables) => sql`
    left join lateral (
      select * from ${sql.table(tables[reference])}
      where organization_id = ${scope.organizationId} and id = input.${sql.ref(`${reference}_id`)} limit 1
    ) as ${sql.ref(reference)} on true`
  const stateOf = (reference: keyof typeof tables, otherwise = sql``) => sql`
    case
      when input.${sql.ref(`${reference}_id`)} is null then 'fine'
      when ${sql.ref(reference)}.id is null then 'missing'
      ${otherwise}
      when ${sql.ref(reference)}.archived_at is not null and ${refusesArchived} then 'archived'
      else 'fine'
    end as ${sql.ref(reference)}`
  return {
    columns: sql.join([
      stateOf('location'),
      stateOf('point', sql`when point.location_id <> location.id then 'elsewhere'`),
      stateOf('assignee'),
    ]),
    joins: sql`${lookUp('location')} ${lookUp('point')} ${lookUp('assignee')}`,
  }
}

const inputOf = ({ locationId, pointId, assigneeId }: References) => sql`
  (select ${locationId}::uuid as location_id, ${pointId}::uuid as point_id, ${assigneeId}::uuid as assignee_id) as input`

/** Looks up what an Incident is about to refer to. */
export async function findReferenceStates(
  scope: OrganizationScope,
  references: References,
  { refusesArchived }: { refusesArchived: boolean },
): Promise<ReferenceStates> {
  const { columns, joins } = referenceStates(scope, sql`${refusesArchived}::boolean`)
  const { rows } = await sql<ReferenceStates>`select ${columns} from ${inputOf(references)} ${joins}`.execute(
    scope.database,
  )
  return rows[0]!
}

/** The revision that governs a creation. */
interface GoverningRevision {
  configuration: { revision: number }
  isCurrent: boolean
}

/** Looks up what a creation refers to. Under an older revision, what is archived may still be used. */
export async function checkReferences(
  scope: OrganizationScope,
  references: References,
  { configuration, isCurrent }: GoverningRevision,
): Promise<ReferenceCheck> {
  const { columns, joins } = referenceStates(scope, sql`${isCurrent}::boolean`)
  const { rows } = await sql<ReferenceCheck>`
    select ${columns}, ${isStale(scope, sql`${isCurrent}::boolean`, sql`${configuration.revision}::integer`)} as "isStale"
    from ${inputOf(references)} ${joins}`.execute(scope.database)
  return rows[0]!
}

/** Whether what counted as the current revision is not the newest any more. */
export const isStale = (
  scope: OrganizationScope,
  underCurrentRevision: RawBuilder<boolean>,
  revision: RawBuilder<number>,
): RawBuilder<boolean> => sql<boolean>`(${underCurrentRevision} and ${revision} <> (
    select max(revision) from creation_configurations where organization_id = ${scope.organizationId}
  ))`
