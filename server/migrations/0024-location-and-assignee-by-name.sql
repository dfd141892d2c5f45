-- A Location or an assignee in the order of names: the index of that order is the largest, and to walk it until a page of one
-- of three hundred Locations is full took up to twice as long among a million Incidents as among 10,000.
create index incidents_of_location_by_name
  on incidents (organization_id, location_id, (coalesce(name, '')) collate "C", id) include (name)
  where deleted_at is null;
create index incidents_of_assignee_by_name
  on incidents (organization_id, assignee_id, (coalesce(name, '')) collate "C", id) include (name)
  where deleted_at is null and assignee_id is not null;
