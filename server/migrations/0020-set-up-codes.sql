-- Digests of the codes that servers without an organization have logged. The set-up page accepts each of these codes.
-- The primary key does not begin with an organization, because none exists yet.
create table set_up_codes (
  code_sha256 bytea not null primary key,
  created_at timestamptz(3) not null default now()
);
