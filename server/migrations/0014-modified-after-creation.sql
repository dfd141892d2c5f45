-- Lists rely on it: what was last modified before an instant was created before it, which the default order can seek.
alter table incidents add constraint incidents_modified_after_creation check (last_modified_at >= created_at);
