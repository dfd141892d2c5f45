-- Who is signed in to the console, and who failed to.

create table sessions (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- The token itself is known to the browser alone; what it sends with each write is derived from the token too.
  token_sha256 bytea not null,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  -- Moved at most once a minute, and expires_at with it.
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (organization_id, id),
  constraint sessions_user foreign key (organization_id, user_id) references users
);

-- A request names only its token: a look-up that starts without an organization, as that of keys does.
create unique index sessions_token on sessions (token_sha256);
create index sessions_of_user on sessions (organization_id, user_id) where revoked_at is null;

-- Failures are counted for an address whether anybody has it or not, so there is no organization to begin the key with.
-- The address is kept as a digest: people mistype, and what they typed may be a password.
create table sign_in_failures (
  email_sha256 bytea not null primary key,
  failures smallint not null,
  counted_since timestamptz(3) not null default now(),
  locked_until timestamptz(3)
);

create index sign_in_failures_age on sign_in_failures (counted_since);

-- Signing in names an email and not the organization.
create index users_email_anywhere on users (lower(email));
