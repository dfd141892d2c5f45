-- What is said about an Incident; other kinds of entity will follow.

create type comment_entity_kind as enum ('incident');

create table comments (
  organization_id uuid not null,
  id uuid not null,
  entity_kind comment_entity_kind not null,
  related_entity_id uuid not null,
  message text,
  media_ids uuid[] not null default '{}',
  edited boolean not null default false,
  external_id text,
  -- Only Comments made through the external API can be changed through it.
  made_through_api boolean not null,
  idempotency_key text,
  request_sha256 bytea,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  constraint comments_idempotency_key unique (organization_id, idempotency_key),
  constraint comments_incident foreign key (organization_id, related_entity_id) references incidents,
  constraint comments_created_by foreign key (organization_id, created_by) references users
);

create index comments_of_entity on comments (organization_id, related_entity_id, created_at, id)
  where deleted_at is null;
