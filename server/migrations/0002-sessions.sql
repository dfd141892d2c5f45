-- Console sessions, and failed attempts to sign in.

create table sessions (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- Only the browser knows the token. The token that each write carries is derived from it too.
  token_sha256 bytea not null,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  -- Updated at most once a minute, together with expires_at.
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (organization_id, id),
  constraint sessions_user foreign key (organization_id, user_id) references users
);

-- A request names its token and no organization.
create unique index sessions_token on sessions (token_sha256);
create index sessions_of_user on sessions (organization_id, user_id) where revoked_at is null;

-- Failures count for an email address that nobody has as well, so no organization begins the key. The address is stored as
-- a digest, because people type passwords into the wrong field.
create table sign_in_failures (
  subject_sha256 bytea not null primary key,
  failures smallint not null,
  counted_since timestamptz(3) not null default now(),
  locked_until timestamptz(3)
);

create index sign_in_failures_age on sign_in_failures (counted_since);
