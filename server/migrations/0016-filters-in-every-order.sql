-- The index of each order holds what the filters compare. A filter that many Incidents match, or several filters together,
-- are then answered by walking that index until the page is full, however many Incidents there are, and no row is read
-- that is not on the page.
drop index incidents_by_id;
create index incidents_by_id on incidents (organization_id, id)
  include (last_modified_at, type_id, category_id, state_id, location_id, point_id, assignee_id, created_by, priority)
  where deleted_at is null;
drop index incidents_by_created_at;
create index incidents_by_created_at on incidents (organization_id, created_at, id)
  include (last_modified_at, type_id, category_id, state_id, location_id, point_id, assignee_id, created_by, priority)
  where deleted_at is null;
drop index incidents_by_last_modified_at;
create index incidents_by_last_modified_at on incidents (organization_id, last_modified_at, id)
  include (type_id, category_id, state_id, location_id, point_id, assignee_id, created_by, priority)
  where deleted_at is null;
drop index incidents_by_occurred_at;
create index incidents_by_occurred_at on incidents (organization_id, occurred_at, id)
  include (last_modified_at, type_id, category_id, state_id, location_id, point_id, assignee_id, created_by, priority)
  where deleted_at is null;
-- A priority is shared by so many that a second key of the order has most to sort here.
drop index incidents_by_priority;
create index incidents_by_priority on incidents (organization_id, priority, id)
  include (
    name, occurred_at, created_at, last_modified_at, type_id, category_id, state_id, location_id, point_id, assignee_id,
    created_by
  )
  where deleted_at is null;
-- The name stands beside its expression, without which PostgreSQL does not take the index for complete.
drop index incidents_by_name;
create index incidents_by_name on incidents (organization_id, (coalesce(name, '')) collate "C", id)
  include (name, last_modified_at, type_id, category_id, state_id, location_id, point_id, assignee_id, created_by, priority)
  where deleted_at is null;

-- What few Incidents match is found by an index of its own, and sorted. Of the filters with few values these need not hold
-- what is sorted by any more: a value is either frequent, and the index of the order is walked, or rare.
drop index incidents_of_type;
create index incidents_of_type on incidents (organization_id, type_id, created_at, id) include (priority)
  where deleted_at is null;
drop index incidents_of_category;
create index incidents_of_category on incidents (organization_id, category_id, created_at, id) include (priority)
  where deleted_at is null;
drop index incidents_of_state;
create index incidents_of_state on incidents (organization_id, state_id, created_at, id) include (priority)
  where deleted_at is null;
drop index incidents_of_reporter;
create index incidents_of_reporter on incidents (organization_id, created_by, created_at, id) include (priority)
  where deleted_at is null;
drop index incidents_of_category_by_last_modified_at;
