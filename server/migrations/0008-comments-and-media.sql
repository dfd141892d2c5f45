-- Comments on an incident, and files attached to an incident or a comment. The media storage holds the bytes.

-- Other kinds of entity will follow.
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
  -- The external API changes only comments that were made through it.
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
-- A timeline names deleted comments too.
create index comments_deleted on comments (organization_id, related_entity_id) where deleted_at is not null;

create table media (
  organization_id uuid not null,
  id uuid not null,
  incident_id uuid,
  comment_id uuid,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  has_thumbnail boolean not null,
  -- Next attempt at the thumbnail; during an attempt, the end of its lease. Null: made, given up, or no image.
  thumbnail_due_at timestamptz(3),
  -- Attempts begun. After the last one the file stays without a thumbnail.
  thumbnail_attempts smallint not null default 0,
  -- An upload repeated after a lost answer attaches nothing twice.
  idempotency_key text,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  -- A file taken off an incident is marked. Addresses handed out before stay valid until they expire.
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  constraint media_incident foreign key (organization_id, incident_id) references incidents,
  constraint media_comment foreign key (organization_id, comment_id) references comments,
  constraint media_one_subject check (num_nonnulls(incident_id, comment_id) = 1),
  constraint media_idempotency_key unique (organization_id, idempotency_key),
  constraint media_created_by foreign key (organization_id, created_by) references users
);

-- Finds the next organization with a thumbnail to make. Contains pending files only; other writes do not touch it.
create index media_thumbnail_due on media (organization_id, thumbnail_due_at) where thumbnail_due_at is not null;
