import type { Priority } from '@tocsin/contract/api/incident.ts'
import type { Overview } from '@tocsin/contract/console/overview.ts'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../scope.ts'

/** Finds the workflow states that are not final, in the order of the workflow. */
export const findOpenStates = (scope: OrganizationScope): Promise<{ id: Uuid; name: string }[]> =>
  scope.database
    .selectFrom('workflow_states')
    .select(['id', 'name'])
    .where('organization_id', '=', scope.organizationId)
    .where('archived_at', 'is', null)
    .where('is_final', '=', false)
    .orderBy('position')
    .orderBy('id')
    .execute()

/**
 * Counts incidents by state and priority. The query reads only the index entries of the given states, so incidents in
 * other states take no time.
 */
export async function countByStateAndPriority(scope: OrganizationScope, stateIds: Uuid[]) {
  const { rows } = await sql<{ stateId: Uuid; priority: Priority; count: number }>`
    select state_id as "stateId", priority, count(*) as count from incidents
    where organization_id = ${scope.organizationId} and state_id = any(${stateIds}::uuid[]) and deleted_at is null
    group by state_id, priority`.execute(scope.database)
  return rows
}

export async function findBusiestLocations(
  scope: OrganizationScope,
  stateIds: Uuid[],
  limit: number,
): Promise<Overview['busiestLocations']> {
  const { rows } = await sql<Overview['busiestLocations'][number]>`
    with open as (
      select location_id, count(*) as open_count from incidents
      where organization_id = ${scope.organizationId} and state_id = any(${stateIds}::uuid[]) and deleted_at is null
        and location_id is not null
      group by location_id
    )
    select location.id as "locationId", location.name, open.open_count as "openCount"
    from open join locations as location
      on location.organization_id = ${scope.organizationId} and location.id = open.location_id
    order by open.open_count desc, location.name, location.id limit ${sql.lit(limit)}`.execute(scope.database)
  return rows
}

/**
 * Finds the oldest incidents without an assignee. Queries each state separately, because the index sorts incidents by
 * age only within a state.
 */
export async function findOldestUnassigned(
  scope: OrganizationScope,
  stateIds: Uuid[],
  limit: number,
): Promise<Overview['oldestUnassigned']> {
  const { rows } = await sql<Overview['oldestUnassigned'][number]>`
    select oldest.* from unnest(${stateIds}::uuid[]) as open (state_id)
    cross join lateral (
      select id, name, priority, state_id as "stateId", created_at as "createdAt" from incidents
      where organization_id = ${scope.organizationId} and incidents.state_id = open.state_id and deleted_at is null
        and assignee_id is null
      order by created_at, id limit ${sql.lit(limit)}
    ) as oldest
    order by oldest."createdAt", oldest.id limit ${sql.lit(limit)}`.execute(scope.database)
  return rows
}

/**
 * Counts the incidents that were created and the incidents that were closed on each day. Ignores deleted incidents.
 * @param timeZone name of the time zone in which days begin and end. PostgreSQL must know the name.
 * @param days number of days, including today.
 */
export async function countDays(scope: OrganizationScope, timeZone: string, days: number): Promise<Overview['days']> {
  const { rows } = await sql<Overview['days'][number]>`
    with period as (
      select today - ${sql.lit(days - 1)} as first, today,
        (today - ${sql.lit(days - 1)})::timestamp at time zone ${timeZone}::text as since
      from (select (now() at time zone ${timeZone}::text)::date as today) as present
    ),
    final as (
      select id::text from workflow_states where organization_id = ${scope.organizationId} and is_final
    ),
    created as (
      select (created_at at time zone ${timeZone}::text)::date as day, count(*) as count from incidents
      where organization_id = ${scope.organizationId} and deleted_at is null
        and created_at >= (select since from period)
      group by 1
    ),
    -- An incident closes when it moves from another state to a final one. It counts once a day.
    closed as (
      select (at at time zone ${timeZone}::text)::date as day, count(distinct incident_id) as count from events
      where organization_id = ${scope.organizationId} and kind = 'incident.changed'
        and data #> '{changes,stateId}' is not null
        and at >= (select since from period)
        and data #>> '{changes,stateId,1}' in (select id from final)
        and data #>> '{changes,stateId,0}' not in (select id from final)
        and exists (
          select 1 from incidents
          where organization_id = ${scope.organizationId} and id = events.incident_id and deleted_at is null
        )
      group by 1
    )
    select
      to_char(calendar.day, 'YYYY-MM-DD') as date, coalesce(created.count, 0) as created,
      coalesce(closed.count, 0) as closed
    from period
    cross join lateral generate_series(period.first, period.today, interval '1 day') as calendar (day)
    left join created on created.day = calendar.day::date
    left join closed on closed.day = calendar.day::date
    order by calendar.day`.execute(scope.database)
  return rows
}
