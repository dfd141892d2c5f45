import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { sql } from 'kysely'
import type { OrganizationScope } from '../../src/scope.ts'

/**
 * Inserts copies of an incident with SQL, because creating many incidents through the API takes too long. The copies
 * are named `Copy 1` (the oldest), `Copy 2` and so on, and go through the priorities in a cycle.
 */
export const multiplyIncident = (scope: OrganizationScope, { id }: IncidentResponse, times: number) =>
  sql`
  insert into incidents (
    organization_id, id, client_request_id, request_sha256, name, priority, state_id, occurred_at, tags, search_text,
    creation_config_version, created_by, created_at, last_modified_at
  )
  select organization_id, gen_random_uuid(), gen_random_uuid(), request_sha256, 'Copy ' || copy,
    (enum_range(null::incident_priority))[1 + copy % 4], state_id, occurred_at, tags, search_text,
    creation_config_version, created_by, at, at
  from incidents, generate_series(1, ${times}::int) as copy,
    lateral (select created_at + copy * interval '1 millisecond' as at) as moment
  where organization_id = ${scope.organizationId} and id = ${id}`.execute(scope.database)
