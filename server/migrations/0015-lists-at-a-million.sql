-- Who polls a list filtered by a Location, a Category or an assignee in the order of modification reads the next rows of
-- one index, however many match.
create index incidents_of_location_by_last_modified_at
  on incidents (organization_id, location_id, last_modified_at, id) include (priority) where deleted_at is null;
create index incidents_of_category_by_last_modified_at
  on incidents (organization_id, category_id, last_modified_at, id) include (priority) where deleted_at is null;
create index incidents_of_assignee_by_last_modified_at
  on incidents (organization_id, assignee_id, last_modified_at, id) include (priority)
  where deleted_at is null and assignee_id is not null;

-- What `startAt` and `endAt` compare stands in the index of each order, so that the rows they leave out are passed over
-- there, ten times as fast as in the table. The order of names has to read the table: no index holds the name itself.
drop index incidents_by_created_at;
create index incidents_by_created_at
  on incidents (organization_id, created_at, id) include (last_modified_at) where deleted_at is null;
drop index incidents_by_occurred_at;
create index incidents_by_occurred_at
  on incidents (organization_id, occurred_at, id) include (last_modified_at) where deleted_at is null;
drop index incidents_by_priority;
create index incidents_by_priority
  on incidents (organization_id, priority, id) include (last_modified_at) where deleted_at is null;
create index incidents_by_id on incidents (organization_id, id) include (last_modified_at) where deleted_at is null;

-- What was written since the list of a GIN index was last merged into it is read one by one by every search. With the
-- 4 MB that PostgreSQL allows, a rare word took ten times as long after some thousand creations.
alter index incidents_search_text set (gin_pending_list_limit = 256);
alter index incidents_tags set (gin_pending_list_limit = 256);
