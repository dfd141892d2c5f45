import { sql, type RawBuilder } from 'kysely'
import { containsPattern, isOneOf } from '../../database/paging/conditions.ts'
import type { OrganizationScope } from '../../scope.ts'
import type { ResolvedFilter, ResolvedListQuery } from './list-shape.ts'
import { searchWords } from '../search-text.ts'

/** Maximum number of tags in a tag filter for which the search index is used. */
export const indexedTagsMaximum = 100

/** SQL conditions of a list: one for each filter, and further conditions that follow from the filters. */
export const conditions = (scope: OrganizationScope, query: ResolvedListQuery) => [
  sql`deleted_at is null`,
  ...query.filters.map((filter) => filterCondition(scope, filter)),
  ...impliedConditions(query),
]

/**
 * Returns additional conditions that follow from the filters, because no incident is modified before it is created. An
 * upper bound for `last_modified_at` also applies to `created_at`, and a lower bound for `created_at` also applies to
 * `last_modified_at`. Without the added condition, PostgreSQL would read the index of the sort from its start, and
 * skip all rows before the bound.
 */
const impliedConditions = ({ filters, sort }: ResolvedListQuery) =>
  filters.flatMap(({ parameter, values: [value] }) => {
    if (parameter === 'endAt' && sort[0]?.name === 'createdAt') return [sql`created_at <= ${value}::timestamptz`]
    if (parameter === 'createdFrom' && sort[0]?.name === 'lastModifiedAt')
      return [sql`last_modified_at >= ${value}::timestamptz`]
    return []
  })

const equalityColumns = {
  typeId: sql`type_id`,
  categoryId: sql`category_id`,
  stateId: sql`state_id`,
  locationId: sql`location_id`,
  pointId: sql`point_id`,
  assigneeId: sql`assignee_id`,
  createdBy: sql`created_by`,
}

export function filterCondition(scope: OrganizationScope, { parameter, values }: ResolvedFilter): RawBuilder<unknown> {
  const [value = ''] = values
  switch (parameter) {
    case 'q':
      return sql.join(
        [sql`true`, ...searchWords(value).map((word) => sql`search_text like ${containsPattern(word)}`)],
        sql` and `,
      )
    case 'startAt':
      return sql`last_modified_at >= ${value}::timestamptz`
    case 'endAt':
      return sql`last_modified_at <= ${value}::timestamptz`
    case 'createdFrom':
      return sql`created_at >= ${value}::timestamptz`
    case 'createdUntil':
      return sql`created_at <= ${value}::timestamptz`
    case 'occurredFrom':
      return sql`occurred_at >= ${value}::timestamptz`
    case 'occurredUntil':
      return sql`occurred_at <= ${value}::timestamptz`
    case 'tags':
      // For many tags, use `= any` and not `&&`, because PostgreSQL makes a hash table only for the values of `= any`.
      return values.length > indexedTagsMaximum
        ? sql`exists (select 1 from unnest(tags) as tag where tag = any(${values}::text[]))`
        : sql`tags && ${values}::text[]`
    case 'externalId':
      return sql`md5(external_id) = any(array(select md5(wanted) from unnest(${values}::text[]) as wanted))
        and external_id = any(${values}::text[])`
    case 'number':
      // The number of an incident equals the feed position of its creation, so PostgreSQL can find it in the index of
      // positions.
      return sql`id = any(array(
        select incident_id from events
        where organization_id = ${scope.organizationId} and position = any(${values}::bigint[]) and kind = 'incident.created'
      ))`
    case 'assigned':
      // Write the condition as literal SQL, because PostgreSQL must match it with the condition of a partial index.
      return values.length > 1 ? sql`true` : sql`assignee_id is ${sql.raw(value === 'true' ? 'not null' : 'null')}`
    case 'priority':
      return sql`priority = any(${values}::incident_priority[])`
    default:
      return isOneOf(equalityColumns[parameter], values)
  }
}
