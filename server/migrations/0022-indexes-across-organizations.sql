-- concurrently
-- Each statement runs outside a transaction, while programs write. After an interruption, all statements run again.

-- Serve the look-up of API keys and sessions that do not name their organization. They are not unique, because a cluster
-- can check uniqueness only within an organization. The ids and tokens are random, so no two rows are alike.
drop index concurrently if exists api_keys_by_id;
create index concurrently api_keys_by_id on api_keys (id);
drop index concurrently if exists sessions_by_token;
create index concurrently sessions_by_token on sessions (token_sha256);

drop index concurrently if exists api_keys_id;
drop index concurrently if exists sessions_token;
