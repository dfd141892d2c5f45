-- One row per recorded change: the audit trail, the timeline, and what open console pages show.

create table events (
  -- No foreign key to organizations: the one below implies it, and each costs a look-up per row.
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  actor_id uuid not null,
  changes jsonb not null,
  -- Not now(): the transaction of a change that waited for another one may have begun before it.
  at timestamptz(3) not null default clock_timestamp(),
  primary key (organization_id, id),
  constraint events_actor foreign key (organization_id, actor_id) references users
);

create index events_of_subject on events (organization_id, subject_id, at, id);
-- The overview counts incidents closed per day. Creations are not in this index and do not pay for it.
create index events_incident_transitioned on events (organization_id, at) where kind = 'incident_transitioned';
