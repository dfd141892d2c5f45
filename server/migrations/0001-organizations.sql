-- The tenant, its users, and the keys that act for it.

create table organizations (
  id uuid not null primary key,
  name text not null,
  -- A replaced configuration revision older than this is rejected. Null: revisions never expire.
  oldest_revision_age interval,
  created_at timestamptz(3) not null default now(),
  -- Rises with every change of the workflow, so that two editors notice each other.
  workflow_version integer not null default 1
);

-- An operator works at the command line.
create type user_kind as enum ('staff', 'external_api_auditor', 'operator');
create type user_role as enum ('administrator', 'member');

create table users (
  organization_id uuid not null references organizations,
  id uuid not null,
  kind user_kind not null default 'staff',
  role user_role not null default 'member',
  name text not null,
  email text,
  password_hash text,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  constraint users_staff_have_email check (kind <> 'staff' or email is not null)
);

create unique index users_email on users (organization_id, lower(email));
create unique index users_one_of_each_system_kind on users (organization_id, kind) where kind <> 'staff';
-- Signing in names an email address and no organization.
create index users_email_anywhere on users (lower(email));

create table api_keys (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null,
  secret_sha256 bytea not null,
  scopes text[] not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The key that replaced this one when it was rotated.
  successor_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  constraint api_keys_successor foreign key (organization_id, successor_id) references api_keys,
  constraint api_keys_scopes check (scopes <@ array ['read', 'write'] and cardinality(scopes) > 0)
);

-- A request names its key and no organization.
create unique index api_keys_id on api_keys (id);
