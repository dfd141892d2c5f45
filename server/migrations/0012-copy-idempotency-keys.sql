-- Copies the keys that comments and files had before migration 0011. The triggers of that migration copy later keys.

insert into idempotency_keys
select organization_id, idempotency_key, 'create-comment', id, request_sha256, created_at
from comments where idempotency_key is not null
union all
select organization_id, idempotency_key, 'attach-incident-media', id, sha256, created_at
from media where idempotency_key is not null
on conflict do nothing;
