create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Declared from least to most severe, so that sorting by priority sorts by severity.
create type incident_priority as enum ('MINOR', 'NORMAL', 'MAJOR', 'CRITICAL');

create table incidents (
  -- No reference to organizations of its own: those below imply it, and each costs a look-up per row.
  organization_id uuid not null,
  id uuid not null,
  client_request_id uuid not null,
  -- SHA-256 of the canonical body: tells a retry from another creation that reuses the clientRequestId.
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
  -- Name and tags folded for the quick search; see incidents/search-text.ts.
  search_text text not null,
  creation_config_version integer not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  last_modified_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
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
  constraint incidents_coordinates check ((latitude is null) = (longitude is null))
);

-- One index per sort; each serves both directions. `id` is the primary key.
create index incidents_by_created_at on incidents (organization_id, created_at, id) where deleted_at is null;
create index incidents_by_last_modified_at on incidents (organization_id, last_modified_at, id) where deleted_at is null;
create index incidents_by_occurred_at on incidents (organization_id, occurred_at, id) where deleted_at is null;
create index incidents_by_priority on incidents (organization_id, priority, id) where deleted_at is null;
create index incidents_by_name on incidents (organization_id, (coalesce(name, '')) collate "C", id) where deleted_at is null;

-- One index per filter, in the order of the default sort. It holds what the other sorts compare too, so that the ids of a
-- page are found on the index alone, however many Incidents match.
create index incidents_of_type on incidents (organization_id, type_id, created_at, id)
  include (last_modified_at, occurred_at, priority, name) where deleted_at is null;
create index incidents_of_category on incidents (organization_id, category_id, created_at, id)
  include (last_modified_at, occurred_at, priority, name) where deleted_at is null;
create index incidents_of_state on incidents (organization_id, state_id, created_at, id)
  include (last_modified_at, occurred_at, priority, name) where deleted_at is null;
create index incidents_of_location on incidents (organization_id, location_id, created_at, id)
  include (last_modified_at, occurred_at, priority, name) where deleted_at is null;
create index incidents_of_point on incidents (organization_id, point_id, created_at, id)
  include (last_modified_at, occurred_at, priority, name) where deleted_at is null and point_id is not null;
create index incidents_of_assignee on incidents (organization_id, assignee_id, created_at, id)
  include (last_modified_at, occurred_at, priority, name) where deleted_at is null and assignee_id is not null;
create index incidents_of_reporter on incidents (organization_id, created_by, created_at, id)
  include (last_modified_at, occurred_at, priority, name) where deleted_at is null;
-- An external identifier has no length limit, an index entry has: hence its digest.
create index incidents_of_external_id on incidents (organization_id, md5(external_id))
  where deleted_at is null and external_id is not null;
create index incidents_tags on incidents using gin (organization_id, tags) where deleted_at is null;
create index incidents_search_text on incidents using gin (organization_id, search_text gin_trgm_ops)
  where deleted_at is null;

-- The Organization follows from each of these; without knowing, the planner takes a filter of a small one for far rarer
-- than it is.
create statistics incidents_of_organization (dependencies)
  on organization_id, type_id, category_id, state_id, location_id, point_id, assignee_id from incidents;

-- Finding ids on an index alone needs pages that a vacuum has marked; new ones must not wait for a fifth of the table.
alter table incidents set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
