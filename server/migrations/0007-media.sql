-- Files attached to an Incident or a Comment; the bytes are in the media storage.

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
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  constraint media_incident foreign key (organization_id, incident_id) references incidents,
  constraint media_comment foreign key (organization_id, comment_id) references comments,
  constraint media_one_subject check (num_nonnulls(incident_id, comment_id) = 1),
  constraint media_created_by foreign key (organization_id, created_by) references users
);
