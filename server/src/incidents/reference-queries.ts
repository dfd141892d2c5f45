import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { sql, type RawBuilder } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/**
 * Ids by which an incident refers to a location, a point and a user. Types and categories are not included, because
 * they are in the configuration.
 */
export type References = Pick<IncidentResponse, 'locationId' | 'pointId' | 'assigneeId'>

/**
 * Results of checking the location, the point and the assignee to which an incident refers: `fine`, `missing` or
 * `archived`.
 */
export interface ReferenceResults {
  location: ReferenceResult
  /** Result for the point. `elsewhere` means that the point does not belong to the incident's location. */
  point: ReferenceResult | 'elsewhere'
  assignee: ReferenceResult
}
type ReferenceResult = 'fine' | 'missing' | 'archived'

/** Results of checking an edited incident: its references, and its transition to another workflow state. */
export interface EditResults extends ReferenceResults {
  transition: 'fine' | 'not_allowed'
}

const tables = { location: 'locations', point: 'points', assignee: 'users' }

/**
 * Builds the SQL that checks references: the columns of `ReferenceResults`, and the joins from which these columns are
 * computed. The query must select from `input`, whose rows have a `location_id`, a `point_id` and an `assignee_id`.
 * Each join is lateral with a limit, so that PostgreSQL looks up each reference by primary key. With a plain join
 * PostgreSQL would read the whole table for each batch of creations.
 * @param rejectsArchived SQL condition; if true, a reference to an archived row is a violation.
 */
export function referenceChecks(scope: OrganizationScope, rejectsArchived: RawBuilder<boolean>) {
  const lookUp = (reference: keyof typeof tables) => sql`
    left join lateral (
      select * from ${sql.table(tables[reference])}
      where organization_id = ${scope.organizationId} and id = input.${sql.ref(`${reference}_id`)} limit 1
    ) as ${sql.ref(reference)} on true`
  const resultOf = (reference: keyof typeof tables, furtherCase = sql``) => sql`
    case
      when input.${sql.ref(`${reference}_id`)} is null then 'fine'
      when ${sql.ref(reference)}.id is null then 'missing'
      ${furtherCase}
      when ${sql.ref(reference)}.archived_at is not null and ${rejectsArchived} then 'archived'
      else 'fine'
    end as ${sql.ref(reference)}`
  return {
    columns: sql.join([
      resultOf('location'),
      resultOf('point', sql`when point.location_id <> location.id then 'elsewhere'`),
      resultOf('assignee'),
    ]),
    joins: sql`${lookUp('location')} ${lookUp('point')} ${lookUp('assignee')}`,
  }
}

/**
 * Builds the SQL that checks if the workflow allows transitions: the column `transition`, and the join that it reads
 * from. The query must select from `input`, whose rows have a `from_state_id`, and a `to_state_id` that is null if the
 * incident stays in its state. Locks the allowed transitions until the end of the database transaction, so that nobody
 * can remove them before then.
 * @param skipsLocked if true, a transition that another database transaction is removing counts as not allowed.
 *   Otherwise the query waits for the other transaction.
 */
export const transitionCheck = (scope: OrganizationScope, skipsLocked: boolean) => ({
  column: sql`
    case
      when input.to_state_id is null or allowed.to_state_id is not null then 'fine'
      else 'not_allowed'
    end as transition`,
  join: sql`
    left join lateral (
      select transition.to_state_id
      from workflow_transitions as transition
        join workflow_states as state
          on state.organization_id = transition.organization_id and state.id = transition.to_state_id
      where transition.organization_id = ${scope.organizationId} and transition.from_state_id = input.from_state_id
        and transition.to_state_id = input.to_state_id and state.archived_at is null
      for share of transition ${skipsLocked ? sql`skip locked` : sql``}
    ) as allowed on true`,
})
