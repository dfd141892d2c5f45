-- concurrently
-- Each statement runs outside a transaction, while programs write. After an interruption, all statements run again.

-- Drop the indexes that 0025 has replaced. This is a migration of its own: if it is interrupted, the new indexes are not
-- built again, and lists do not lack an index meanwhile.
drop index concurrently if exists incidents_by_created_at;
drop index concurrently if exists incidents_by_last_modified_at;
drop index concurrently if exists incidents_by_occurred_at;
drop index concurrently if exists incidents_by_priority;
