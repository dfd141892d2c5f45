-- Each change of an incident adds an entry to every index that contains it, because last_modified_at is indexed and always
-- changes. Few indexes, and partial ones, keep changes cheap. Columns after id do not order anything: PostgreSQL compares a
-- bound or a priority with them before it reads the row.

-- One per sort, for both directions. The primary key serves the sort by id.
create index incidents_by_created_at on incidents (organization_id, created_at, id, priority, last_modified_at)
  where deleted_at is null;
create index incidents_by_last_modified_at on incidents (organization_id, last_modified_at, id, priority)
  where deleted_at is null;
create index incidents_by_occurred_at on incidents (organization_id, occurred_at, id, last_modified_at)
  where deleted_at is null;
create index incidents_by_name on incidents (organization_id, (coalesce(name, '')) collate "C", id, last_modified_at)
  where deleted_at is null;
create index incidents_by_priority on incidents (organization_id, priority, id, last_modified_at)
  where deleted_at is null;

-- One per filter, in the order of the default sort.
create index incidents_of_location on incidents (organization_id, location_id, created_at, id, priority)
  where deleted_at is null and location_id is not null;
create index incidents_of_point on incidents (organization_id, point_id, created_at, id)
  where deleted_at is null and point_id is not null;
create index incidents_of_assignee on incidents (organization_id, assignee_id, created_at, id)
  where deleted_at is null and assignee_id is not null;
create index incidents_of_type on incidents (organization_id, type_id, created_at, id)
  where deleted_at is null and type_id is not null;
create index incidents_of_category on incidents (organization_id, category_id, created_at, id)
  where deleted_at is null and category_id is not null;
create index incidents_of_state on incidents (organization_id, state_id, created_at, id)
  where deleted_at is null;
create index incidents_of_reporter on incidents (organization_id, created_by, created_at, id)
  where deleted_at is null;
-- A device at a location polls for recent changes there.
create index incidents_of_location_by_last_modified_at
  on incidents (organization_id, location_id, last_modified_at, id, priority)
  where deleted_at is null and location_id is not null;
-- An external id has no length limit and an index entry has one, hence the digest.
create index incidents_of_external_id on incidents (organization_id, md5(external_id))
  where deleted_at is null and external_id is not null;

-- One index for words and tags, so that a query for both reads one. Every search reads the pending list row by row: with
-- the default of 4 MB a rare word took ten times as long after some thousand creations.
create index incidents_search on incidents
  using gin (organization_id, search_text gin_trgm_ops, tags) with (gin_pending_list_limit = 256)
  where deleted_at is null;

-- The organization follows from each of these columns. Without these statistics the planner takes a filter of a small
-- organization for far rarer than it is. One set per chain of columns keeps an analysis of a million rows at two seconds.
create statistics incidents_of_category (dependencies) on organization_id, type_id, category_id from incidents;
create statistics incidents_of_point (dependencies) on organization_id, location_id, point_id from incidents;
create statistics incidents_of_state (dependencies) on organization_id, state_id from incidents;
create statistics incidents_of_assignee (dependencies) on organization_id, assignee_id from incidents;
create statistics incidents_of_reporter (dependencies) on organization_id, created_by from incidents;
-- The planner ignores statistics of an expression in a partial index, and took every external id for one of 200.
create statistics incidents_of_external_id on md5(external_id) from incidents;
