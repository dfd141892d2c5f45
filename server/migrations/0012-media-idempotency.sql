-- An upload whose answer was lost is repeated with its key, and attaches nothing twice.

alter table media
  add column idempotency_key text,
  add constraint media_idempotency_key unique (organization_id, idempotency_key);
