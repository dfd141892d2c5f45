-- One row per recorded change: the audit trail and the feed.

create table events (
  -- No reference to organizations of its own: those below imply it, and each costs a look-up per row.
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_kind text not null,
  subject_id text not null,
  actor_id uuid not null,
  changes jsonb not null,
  at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  constraint events_actor foreign key (organization_id, actor_id) references users
);

create index events_of_subject on events (organization_id, subject_id, at, id);
