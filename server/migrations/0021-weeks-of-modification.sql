-- A bound on lastModifiedAt may leave out what an order begins with, nearly all of the register. So that it need not be
-- passed over, each week of modifications has the beginning of each order.
create index incidents_of_week_by_id on incidents
  (organization_id, date_bin('7 days', last_modified_at, timestamptz '2001-01-01 00:00Z'), id)
  include (last_modified_at) where deleted_at is null;
create index incidents_of_week_by_name on incidents
  (
    organization_id, date_bin('7 days', last_modified_at, timestamptz '2001-01-01 00:00Z'),
    (coalesce(name, '')) collate "C", id
  )
  include (name, last_modified_at) where deleted_at is null;
create index incidents_of_week_by_priority on incidents
  (organization_id, date_bin('7 days', last_modified_at, timestamptz '2001-01-01 00:00Z'), priority, id)
  include (last_modified_at) where deleted_at is null;
create index incidents_of_week_by_occurred_at on incidents
  (organization_id, date_bin('7 days', last_modified_at, timestamptz '2001-01-01 00:00Z'), occurred_at, id)
  include (last_modified_at) where deleted_at is null;
create index incidents_of_week_by_created_at on incidents
  (organization_id, date_bin('7 days', last_modified_at, timestamptz '2001-01-01 00:00Z'), created_at, id)
  include (last_modified_at) where deleted_at is null;
