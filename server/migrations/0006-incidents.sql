create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Declared from least to most severe, so that sorting by priority sorts by severity.
create type incident_priority as enum ('MINOR', 'NORMAL', 'MAJOR', 'CRITICAL');

-- Prints an incident as the JSON of IncidentResponse. A stored column made by it saves the server from parsing and printing
-- each value of a list; see docs/decisions/0010. Concatenation takes two thirds of the time of concat(), which looks up how
-- to print each argument. PL/pgSQL keeps its plan between statements. Immutable: no setting changes the result.
create function incident_response(
  id uuid, client_request_id uuid, name text, description text, type_id uuid, category_id uuid,
  priority incident_priority, state_id uuid, location_id uuid, point_id uuid, assignee_id uuid,
  occurred_at timestamptz, tags text[], latitude double precision, longitude double precision, external_id text,
  media_ids uuid[], created_by uuid, created_at timestamptz, last_modified_at timestamptz,
  creation_config_version integer
) returns text language plpgsql immutable parallel safe as $$
begin
  return '{"id":"' || id::text
    || '","clientRequestId":"' || client_request_id::text
    || '","name":' || coalesce(to_json(name)::text, 'null')
    || ',"description":' || coalesce(to_json(description)::text, 'null')
    || ',"typeId":' || coalesce('"' || type_id::text || '"', 'null')
    || ',"categoryId":' || coalesce('"' || category_id::text || '"', 'null')
    || ',"priority":"' || priority::text
    || '","stateId":"' || state_id::text
    || '","locationId":' || coalesce('"' || location_id::text || '"', 'null')
    || ',"pointId":' || coalesce('"' || point_id::text || '"', 'null')
    || ',"assigneeId":' || coalesce('"' || assignee_id::text || '"', 'null')
    || ',"occurredAt":"' || to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","tags":' || array_to_json(tags)::text
    || ',"latitude":' || coalesce(latitude::text, 'null')
    || ',"longitude":' || coalesce(longitude::text, 'null')
    || ',"externalId":' || coalesce(to_json(external_id)::text, 'null')
    || ',"mediaIds":' || array_to_json(media_ids)::text
    || ',"createdBy":"' || created_by::text
    || '","createdAt":"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","lastModifiedAt":"' || to_char(last_modified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","creationConfigVersion":' || creation_config_version::text
    || '}';
end $$;

create table incidents (
  -- No foreign key to organizations: those below imply it, and each costs a look-up per row.
  organization_id uuid not null,
  id uuid not null,
  client_request_id uuid not null,
  -- SHA-256 of the canonical body: distinguishes a retry from another creation that reuses the clientRequestId.
  request_sha256 bytea not null,
  name text,
  description text,
  type_id uuid,
  category_id uuid,
  priority incident_priority not null,
  state_id uuid not null,
  location_id uuid,
  point_id uuid,
  assignee_id uuid,
  occurred_at timestamptz(3) not null,
  tags text[] not null,
  latitude double precision,
  longitude double precision,
  external_id text,
  media_ids uuid[] not null default '{}',
  -- Name and tags folded for the search; see server/src/incidents/list/search-text.ts.
  search_text text not null,
  creation_config_version integer not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  last_modified_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  response text not null generated always as (
    incident_response(
      id, client_request_id, name, description, type_id, category_id, priority, state_id, location_id, point_id,
      assignee_id, occurred_at, tags, latitude, longitude, external_id, media_ids, created_by, created_at,
      last_modified_at, creation_config_version
    )
  ) stored,
  primary key (organization_id, id),
  constraint incidents_client_request_id unique (organization_id, client_request_id),
  constraint incidents_state foreign key (organization_id, state_id) references workflow_states,
  constraint incidents_location foreign key (organization_id, location_id) references locations,
  constraint incidents_point foreign key (organization_id, location_id, point_id)
    references points (organization_id, location_id, id),
  constraint incidents_point_has_location check (point_id is null or location_id is not null),
  constraint incidents_assignee foreign key (organization_id, assignee_id) references users,
  constraint incidents_created_by foreign key (organization_id, created_by) references users,
  constraint incidents_creation_configuration foreign key (organization_id, creation_config_version)
    references creation_configurations,
  constraint incidents_coordinates check ((latitude is null) = (longitude is null)),
  -- Lists rely on it: a bound on last_modified_at bounds created_at, which the default sort can seek.
  constraint incidents_modified_after_creation check (last_modified_at >= created_at)
) with (
  -- Index-only scans need pages that a vacuum has marked; new pages must not wait for a fifth of the table.
  autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_analyze_scale_factor = 0.02
);
