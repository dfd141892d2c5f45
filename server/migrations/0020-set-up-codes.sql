-- Digests of the codes that servers without an organization have logged. The set-up page accepts each of them. No
-- organization exists yet, so none begins the key.
create table set_up_codes (
  code_sha256 bytea not null primary key,
  created_at timestamptz(3) not null default now()
);
