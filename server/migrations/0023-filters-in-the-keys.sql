-- What a filter or a bound compares stands among the keys of an index, after those that it is sorted by: there PostgreSQL
-- compares it while it walks the index. Beside the keys, each entry was handed over first, which took four to eight times as
-- long. No index grows by that, and nothing of it is compared when an Incident is added: the id before it is unique.
drop index incidents_by_id;
create index incidents_by_id on incidents
  (
    organization_id, id,
    location_id, point_id, assignee_id, category_id, type_id, created_by, state_id, priority, last_modified_at
  )
  where deleted_at is null;
drop index incidents_by_created_at;
create index incidents_by_created_at on incidents
  (
    organization_id, created_at, id,
    location_id, point_id, assignee_id, category_id, type_id, created_by, state_id, priority, last_modified_at
  )
  where deleted_at is null;
drop index incidents_by_last_modified_at;
create index incidents_by_last_modified_at on incidents
  (
    organization_id, last_modified_at, id,
    location_id, point_id, assignee_id, category_id, type_id, created_by, state_id, priority
  )
  where deleted_at is null;
drop index incidents_by_occurred_at;
create index incidents_by_occurred_at on incidents
  (
    organization_id, occurred_at, id,
    location_id, point_id, assignee_id, category_id, type_id, created_by, state_id, priority, last_modified_at
  )
  where deleted_at is null;
drop index incidents_by_priority;
create index incidents_by_priority on incidents
  (
    organization_id, priority, id,
    location_id, point_id, assignee_id, category_id, type_id, created_by, state_id, last_modified_at
  )
  include (name, occurred_at, created_at) where deleted_at is null;
drop index incidents_by_name;
create index incidents_by_name on incidents
  (
    organization_id, (coalesce(name, '')) collate "C", id,
    location_id, point_id, assignee_id, category_id, type_id, created_by, state_id, priority, last_modified_at
  )
  include (name) where deleted_at is null;

drop index incidents_of_week_by_id;
create index incidents_of_week_by_id on incidents
  (
    organization_id, date_bin('7 days', last_modified_at, timestamptz '2001-01-01 00:00Z'), id, last_modified_at
  )
  where deleted_at is null;
drop index incidents_of_week_by_name;
create index incidents_of_week_by_name on incidents
  (
    organization_id, date_bin('7 days', last_modified_at, timestamptz '2001-01-01 00:00Z'),
    (coalesce(name, '')) collate "C", id, last_modified_at
  )
  include (name) where deleted_at is null;
drop index incidents_of_week_by_priority;
create index incidents_of_week_by_priority on incidents
  (
    organization_id, date_bin('7 days', last_modified_at, timestamptz '2001-01-01 00:00Z'), priority, id, last_modified_at
  )
  where deleted_at is null;
drop index incidents_of_week_by_occurred_at;
create index incidents_of_week_by_occurred_at on incidents
  (
    organization_id, date_bin('7 days', last_modified_at, timestamptz '2001-01-01 00:00Z'), occurred_at, id,
    last_modified_at
  )
  where deleted_at is null;
drop index incidents_of_week_by_created_at;
create index incidents_of_week_by_created_at on incidents
  (
    organization_id, date_bin('7 days', last_modified_at, timestamptz '2001-01-01 00:00Z'), created_at, id,
    last_modified_at
  )
  where deleted_at is null;
