-- Versions of incidents, and the Idempotency-Keys of writes.

-- Take all locks first, in the order in which requests take them. A request that waits for one of these tables then has
-- no lock that this migration or the next ones need.
lock table comments, incidents, media, events in access exclusive mode;

-- Number that each change raises. It is the ETag of an incident, and If-Match limits a change to it. The stored
-- response does not contain it, because adding it would rewrite the table; see docs/decisions/0010.
alter table incidents add column version integer not null default 1;

-- Programs of the version before change incidents without raising the version. A later migration can drop this trigger.
create function raise_version_1() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger incidents_raise_version before update on incidents
  for each row when (new.version = old.version and new.last_modified_at > old.last_modified_at)
  execute function raise_version_1();

-- Version of the incident after the change; null for events of other objects. Serves the list of the fields that have
-- changed since a version.
alter table events add column version integer;

-- One row per write with an Idempotency-Key, stored for ever. A repeated request finds the row of the first request. A
-- rejected request leaves no row, because its transaction is rolled back.
create table idempotency_keys (
  -- No foreign key to organizations: it would cost each write a look-up, and organizations are never deleted.
  organization_id uuid not null,
  key text not null,
  operation text not null,
  resource_id uuid not null,
  -- SHA-256 of the canonical body.
  request_sha256 bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, key)
);

-- Programs of the previous version write a key into the row of the comment or file. If this version has used the key
-- already, the trigger raises a deadlock: such a program answers it with 503, and the caller repeats the request. A later
-- migration can drop these columns and triggers.
create function copy_comment_key_1() returns trigger language plpgsql as $$
begin
  insert into idempotency_keys
  values (new.organization_id, new.idempotency_key, 'create-comment', new.id, new.request_sha256)
  on conflict do nothing;
  if not found then raise exception 'the Idempotency-Key is already used' using errcode = '40P01'; end if;
  return null;
end $$;
create trigger comments_copy_key after insert on comments
  for each row when (new.idempotency_key is not null) execute function copy_comment_key_1();

create function copy_media_key_1() returns trigger language plpgsql as $$
begin
  insert into idempotency_keys
  values (new.organization_id, new.idempotency_key, 'attach-incident-media', new.id, new.sha256)
  on conflict do nothing;
  if not found then raise exception 'the Idempotency-Key is already used' using errcode = '40P01'; end if;
  return null;
end $$;
create trigger media_copy_key after insert on media
  for each row when (new.idempotency_key is not null) execute function copy_media_key_1();
