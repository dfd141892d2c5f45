-- Made from server/migrations by "npm run generate".

create extension btree_gin;

create extension pg_trgm;

create type comment_entity_kind as enum ('incident');

create type incident_priority as enum ('MINOR', 'NORMAL', 'MAJOR', 'CRITICAL');

create type user_kind as enum ('staff', 'external_api_auditor', 'operator');

create type user_role as enum ('administrator', 'member');

CREATE OR REPLACE FUNCTION public.copy_comment_key_1()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into idempotency_keys
  values (new.organization_id, new.idempotency_key, 'create-comment', new.id, new.request_sha256)
  on conflict do nothing;
  if not found then raise exception 'the Idempotency-Key is already used' using errcode = '40P01'; end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.copy_media_key_1()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into idempotency_keys
  values (new.organization_id, new.idempotency_key, 'attach-incident-media', new.id, new.sha256)
  on conflict do nothing;
  if not found then raise exception 'the Idempotency-Key is already used' using errcode = '40P01'; end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.incident_response(id uuid, client_request_id uuid, name text, description text, type_id uuid, category_id uuid, priority incident_priority, state_id uuid, location_id uuid, point_id uuid, assignee_id uuid, occurred_at timestamp with time zone, tags text[], latitude double precision, longitude double precision, external_id text, media_ids uuid[], created_by uuid, created_at timestamp with time zone, last_modified_at timestamp with time zone, creation_config_version integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return '{"id":"' || id::text
    || '","clientRequestId":"' || client_request_id::text
    || '","name":' || coalesce(to_json(name)::text, 'null')
    || ',"description":' || coalesce(to_json(description)::text, 'null')
    || ',"typeId":' || coalesce('"' || type_id::text || '"', 'null')
    || ',"categoryId":' || coalesce('"' || category_id::text || '"', 'null')
    || ',"priority":"' || priority::text
    || '","stateId":"' || state_id::text
    || '","locationId":' || coalesce('"' || location_id::text || '"', 'null')
    || ',"pointId":' || coalesce('"' || point_id::text || '"', 'null')
    || ',"assigneeId":' || coalesce('"' || assignee_id::text || '"', 'null')
    || ',"occurredAt":"' || to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","tags":' || array_to_json(tags)::text
    || ',"latitude":' || coalesce(latitude::text, 'null')
    || ',"longitude":' || coalesce(longitude::text, 'null')
    || ',"externalId":' || coalesce(to_json(external_id)::text, 'null')
    || ',"mediaIds":' || array_to_json(media_ids)::text
    || ',"createdBy":"' || created_by::text
    || '","createdAt":"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","lastModifiedAt":"' || to_char(last_modified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","creationConfigVersion":' || creation_config_version::text
    || '}';
end $function$;

CREATE OR REPLACE FUNCTION public.next_position_1(feed uuid)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  lower_bound bigint;
begin
  select reserved into lower_bound from feeds where organization_id = feed for update;
  if not found then
    insert into feeds (organization_id) values (feed) on conflict do nothing;
    select reserved into strict lower_bound from feeds where organization_id = feed for update;
  end if;
  return greatest(lower_bound, (select max(position) from events where organization_id = feed)) + 1;
end $function$;

CREATE OR REPLACE FUNCTION public.number_event_1()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.position := next_position_1(new.organization_id);
  -- The trigger events_of_previous_version has already set the kind and the incident.
  if new.kind = 'incident.created' then
    update incidents set number = new.position
    where organization_id = new.organization_id and id = new.incident_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.raise_version_1()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.reserve_creations_1(feed uuid, client_request_ids uuid[])
 RETURNS TABLE(request_id uuid, number bigint)
 LANGUAGE plpgsql
AS $function$
declare
  first bigint;
begin
  if client_request_ids = '{}' then return; end if;
  first := next_position_1(feed);
  return query
    select wanted.id, first - 1 + row_number() over (order by wanted.id)
    from (select distinct unnest(client_request_ids) as id) as wanted
    where not exists (
      select from incidents where organization_id = feed and incidents.client_request_id = wanted.id
    );
end $function$;

CREATE OR REPLACE FUNCTION public.translate_event_1()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.incident_id := case new.subject_kind
    when 'incident' then new.subject_id::uuid
    when 'comment' then (
      select related_entity_id from comments where organization_id = new.organization_id and id = new.subject_id::uuid
    )
    when 'media' then (
      select coalesce(media.incident_id, comments.related_entity_id)
      from media left join comments
        on comments.organization_id = media.organization_id and comments.id = media.comment_id
      where media.organization_id = new.organization_id and media.id = new.subject_id::uuid
    )
  end;

  new.data := case
      when new.kind in ('media_attached', 'media_removed') then '{}'
      when new.subject_kind in ('comment', 'media', 'location', 'point', 'user', 'view')
        then jsonb_build_object(new.subject_kind || 'Id', new.subject_id)
      when new.subject_kind = 'api_key' then jsonb_build_object('apiKeyId', new.subject_id)
      else '{}'
    end || case
      when new.kind in (
        'incident_edited', 'incident_assigned', 'incident_transitioned', 'comment_edited', 'location_changed',
        'point_changed', 'user_changed', 'view_changed', 'workflow_changed', 'organization_oldest_revision_age_set'
      ) then jsonb_build_object('changes', new.changes)
      when new.kind = 'incident_restored'
        then case new.changes when '{}' then '{}' else jsonb_build_object('changes', new.changes) end
      when new.kind like '%\_archived' or new.kind like '%\_restored' then '{}'
      when new.kind = 'comment_added' then new.changes - 'relatedEntityId'
      when new.kind = 'comment_removed' then jsonb_build_object('createdBy', (
        select created_by from comments where organization_id = new.organization_id and id = new.subject_id::uuid
      ))
      when new.kind = 'media_attached' then new.changes || jsonb_build_object(
        'commentId', case when new.subject_kind = 'comment' then new.subject_id end
      )
      when new.kind = 'creation_configuration_draft_saved'
        then new.changes || jsonb_build_object('version', new.changes #> '{version,1}')
      when new.kind = 'api_key_rotated' then jsonb_build_object(
        'successorId', new.changes #> '{successorId,1}', 'revokedAt', new.changes #> '{revokedAt,1}'
      )
      when new.kind = 'api_key_revoked' then jsonb_build_object('revokedAt', new.changes #> '{revokedAt,1}')
      else new.changes
    end || case
      when new.kind like 'incident\_%' and new.kind <> 'incident_created' or new.kind in ('media_attached', 'media_removed')
        then jsonb_build_object('version', new.version)
      else '{}'
    end;

  new.kind := case new.kind
    when 'incident_edited' then 'incident.changed'
    when 'incident_assigned' then 'incident.changed'
    when 'incident_transitioned' then 'incident.changed'
    when 'incident_removed' then 'incident.deleted'
    when 'comment_added' then 'comment.created'
    when 'comment_edited' then 'comment.changed'
    when 'comment_removed' then 'comment.deleted'
    when 'media_removed' then 'media.deleted'
    when 'location_added' then 'location.created'
    when 'point_added' then 'point.created'
    when 'user_added' then 'user.created'
    when 'view_saved' then 'view.created'
    when 'view_removed' then 'view.deleted'
    when 'workflow_set_up' then 'workflow.created'
    when 'organization_oldest_revision_age_set' then 'organization.changed'
    -- All other kinds keep their words: only the name of the object is separated from the verb.
    else regexp_replace(new.kind, '^(?:creation_)?(api_key|[a-z]+)_', '\1.')
  end;
  -- The values are stored only once, so that erasing them concerns one column.
  new.changes := '{}';
  return new;
end $function$;

create table api_keys (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  secret_sha256 bytea not null,
  scopes text[] not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  successor_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  constraint api_keys_pkey PRIMARY KEY (organization_id, id),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint api_keys_scopes CHECK (((scopes <@ ARRAY['read'::text, 'write'::text, 'webhooks'::text]) AND (cardinality(scopes) > 0))),
  constraint api_keys_successor FOREIGN KEY (organization_id, successor_id) REFERENCES api_keys(organization_id, id)
);
CREATE INDEX api_keys_by_id ON public.api_keys USING btree (id);

create table comments (
  organization_id uuid not null,
  id uuid not null,
  entity_kind comment_entity_kind not null,
  related_entity_id uuid not null,
  message text,
  media_ids uuid[] not null default '{}'::uuid[],
  edited boolean not null default false,
  external_id text,
  made_through_api boolean not null,
  idempotency_key text,
  request_sha256 bytea,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  constraint comments_pkey PRIMARY KEY (organization_id, id),
  constraint comments_created_by FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id),
  constraint comments_idempotency_key UNIQUE (organization_id, idempotency_key),
  constraint comments_incident FOREIGN KEY (organization_id, related_entity_id) REFERENCES incidents(organization_id, id)
);
CREATE INDEX comments_of_entity ON public.comments USING btree (organization_id, related_entity_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE TRIGGER comments_copy_key AFTER INSERT ON public.comments FOR EACH ROW WHEN ((new.idempotency_key IS NOT NULL)) EXECUTE FUNCTION copy_comment_key_1();

create table configuration_drafts (
  organization_id uuid not null,
  content jsonb,
  based_on_revision integer not null,
  version integer not null,
  updated_at timestamp(3) with time zone not null default now(),
  updated_by uuid not null,
  constraint configuration_drafts_pkey PRIMARY KEY (organization_id),
  constraint configuration_drafts_based_on_revision FOREIGN KEY (organization_id, based_on_revision) REFERENCES creation_configurations(organization_id, revision),
  constraint configuration_drafts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint configuration_drafts_updated_by FOREIGN KEY (organization_id, updated_by) REFERENCES users(organization_id, id)
);

create table creation_configurations (
  organization_id uuid not null,
  revision integer not null,
  content jsonb not null,
  published_at timestamp(3) with time zone not null default now(),
  published_by uuid,
  constraint creation_configurations_pkey PRIMARY KEY (organization_id, revision),
  constraint creation_configurations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint creation_configurations_published_by FOREIGN KEY (organization_id, published_by) REFERENCES users(organization_id, id)
);

create table events (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_kind text,
  subject_id text,
  actor_id uuid not null,
  changes jsonb not null default '{}'::jsonb,
  at timestamp(3) with time zone not null default clock_timestamp(),
  version integer,
  kind_version smallint not null default 1,
  incident_id uuid,
  data jsonb not null,
  position bigint,
  key_id uuid,
  constraint events_pkey PRIMARY KEY (organization_id, id),
  constraint events_actor FOREIGN KEY (organization_id, actor_id) REFERENCES users(organization_id, id)
);
CREATE INDEX events_of_incident ON public.events USING btree (organization_id, incident_id, at, id) WHERE (incident_id IS NOT NULL);
CREATE INDEX events_state_changed ON public.events USING btree (organization_id, at) WHERE ((kind = 'incident.changed'::text) AND ((data #> '{changes,stateId}'::text[]) IS NOT NULL));
CREATE UNIQUE INDEX events_by_position ON public.events USING btree (organization_id, "position");
CREATE TRIGGER events_of_previous_version BEFORE INSERT OR UPDATE ON public.events FOR EACH ROW WHEN ((new.kind !~~ '%.%'::text)) EXECUTE FUNCTION translate_event_1();
CREATE TRIGGER number_event BEFORE INSERT ON public.events FOR EACH ROW WHEN ((new."position" IS NULL)) EXECUTE FUNCTION number_event_1();

create table feeds (
  organization_id uuid not null,
  reserved bigint not null default 0,
  assigned bigint not null default 0,
  epoch text not null default substr(md5((random())::text), 1, 8),
  constraint feeds_pkey PRIMARY KEY (organization_id),
  constraint feeds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table idempotency_keys (
  organization_id uuid not null,
  key text not null,
  operation text not null,
  resource_id uuid not null,
  request_sha256 bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, key)
);

create table incidents (
  organization_id uuid not null,
  id uuid not null,
  client_request_id uuid not null,
  request_sha256 bytea not null,
  name text,
  description text,
  type_id uuid,
  category_id uuid,
  priority incident_priority not null,
  state_id uuid not null,
  location_id uuid,
  point_id uuid,
  assignee_id uuid,
  occurred_at timestamp(3) with time zone not null,
  tags text[] not null,
  latitude double precision,
  longitude double precision,
  external_id text,
  media_ids uuid[] not null default '{}'::uuid[],
  search_text text not null,
  creation_config_version integer not null,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  last_modified_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  response text not null generated always as (incident_response(id, client_request_id, name, description, type_id, category_id, priority, state_id, location_id, point_id, assignee_id, occurred_at, tags, latitude, longitude, external_id, media_ids, created_by, created_at, last_modified_at, creation_config_version)) stored,
  version integer not null default 1,
  number bigint,
  constraint incidents_pkey PRIMARY KEY (organization_id, id),
  constraint incidents_assignee FOREIGN KEY (organization_id, assignee_id) REFERENCES users(organization_id, id),
  constraint incidents_client_request_id UNIQUE (organization_id, client_request_id),
  constraint incidents_coordinates CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint incidents_created_by FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id),
  constraint incidents_creation_configuration FOREIGN KEY (organization_id, creation_config_version) REFERENCES creation_configurations(organization_id, revision),
  constraint incidents_location FOREIGN KEY (organization_id, location_id) REFERENCES locations(organization_id, id),
  constraint incidents_modified_after_creation CHECK ((last_modified_at >= created_at)),
  constraint incidents_point FOREIGN KEY (organization_id, location_id, point_id) REFERENCES points(organization_id, location_id, id),
  constraint incidents_point_has_location CHECK (((point_id IS NULL) OR (location_id IS NOT NULL))),
  constraint incidents_state FOREIGN KEY (organization_id, state_id) REFERENCES workflow_states(organization_id, id)
) with (autovacuum_vacuum_insert_scale_factor=0.01, autovacuum_analyze_scale_factor=0.02);
CREATE INDEX incidents_by_creation ON public.incidents USING btree (organization_id, created_at, id, priority, last_modified_at, occurred_at) WHERE (deleted_at IS NULL);
CREATE INDEX incidents_by_modification ON public.incidents USING btree (organization_id, last_modified_at, id, priority, created_at, occurred_at) WHERE (deleted_at IS NULL);
CREATE INDEX incidents_by_name ON public.incidents USING btree (organization_id, COALESCE(name, ''::text) COLLATE "C", id, last_modified_at) WHERE (deleted_at IS NULL);
CREATE INDEX incidents_by_occurrence ON public.incidents USING btree (organization_id, occurred_at, id, last_modified_at, created_at) WHERE (deleted_at IS NULL);
CREATE INDEX incidents_by_priority_then_id ON public.incidents USING btree (organization_id, priority, id, last_modified_at, created_at, occurred_at) WHERE (deleted_at IS NULL);
CREATE INDEX incidents_of_assignee ON public.incidents USING btree (organization_id, assignee_id, created_at, id) WHERE ((deleted_at IS NULL) AND (assignee_id IS NOT NULL));
CREATE INDEX incidents_of_category ON public.incidents USING btree (organization_id, category_id, created_at, id) WHERE ((deleted_at IS NULL) AND (category_id IS NOT NULL));
CREATE INDEX incidents_of_external_id ON public.incidents USING btree (organization_id, md5(external_id)) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));
CREATE INDEX incidents_of_location ON public.incidents USING btree (organization_id, location_id, created_at, id, priority) WHERE ((deleted_at IS NULL) AND (location_id IS NOT NULL));
CREATE INDEX incidents_of_location_by_last_modified_at ON public.incidents USING btree (organization_id, location_id, last_modified_at, id, priority) WHERE ((deleted_at IS NULL) AND (location_id IS NOT NULL));
CREATE INDEX incidents_of_point ON public.incidents USING btree (organization_id, point_id, created_at, id) WHERE ((deleted_at IS NULL) AND (point_id IS NOT NULL));
CREATE INDEX incidents_of_reporter ON public.incidents USING btree (organization_id, created_by, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX incidents_of_state ON public.incidents USING btree (organization_id, state_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX incidents_of_type ON public.incidents USING btree (organization_id, type_id, created_at, id) WHERE ((deleted_at IS NULL) AND (type_id IS NOT NULL));
CREATE INDEX incidents_search ON public.incidents USING gin (organization_id, search_text gin_trgm_ops, tags) WITH (gin_pending_list_limit='256') WHERE (deleted_at IS NULL);
CREATE TRIGGER incidents_raise_version BEFORE UPDATE ON public.incidents FOR EACH ROW WHEN (((new.version = old.version) AND (new.last_modified_at > old.last_modified_at))) EXECUTE FUNCTION raise_version_1();

create table installation (
  id uuid not null,
  starts bigint not null default 0,
  constraint installation_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX installation_is_single ON public.installation USING btree ((true));

create table locations (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  external_id text,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint locations_pkey PRIMARY KEY (organization_id, id),
  constraint locations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

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
  thumbnail_due_at timestamp(3) with time zone,
  thumbnail_attempts smallint not null default 0,
  idempotency_key text,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  constraint media_pkey PRIMARY KEY (organization_id, id),
  constraint media_comment FOREIGN KEY (organization_id, comment_id) REFERENCES comments(organization_id, id),
  constraint media_created_by FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id),
  constraint media_idempotency_key UNIQUE (organization_id, idempotency_key),
  constraint media_incident FOREIGN KEY (organization_id, incident_id) REFERENCES incidents(organization_id, id),
  constraint media_one_subject CHECK ((num_nonnulls(incident_id, comment_id) = 1))
);
CREATE INDEX media_thumbnail_due ON public.media USING btree (organization_id, thumbnail_due_at) WHERE (thumbnail_due_at IS NOT NULL);
CREATE TRIGGER media_copy_key AFTER INSERT ON public.media FOR EACH ROW WHEN ((new.idempotency_key IS NOT NULL)) EXECUTE FUNCTION copy_media_key_1();

create table oldest_program (
  migration text not null
);

create table organizations (
  id uuid not null,
  name text not null,
  oldest_revision_age interval,
  created_at timestamp(3) with time zone not null default now(),
  workflow_version integer not null default 1,
  time_zone text,
  age_thresholds jsonb,
  constraint organizations_pkey PRIMARY KEY (id)
);

create table points (
  organization_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint points_pkey PRIMARY KEY (organization_id, id),
  constraint points_location FOREIGN KEY (organization_id, location_id) REFERENCES locations(organization_id, id),
  constraint points_of_location UNIQUE (organization_id, location_id, id),
  constraint points_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

create table sessions (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_sha256 bytea not null,
  user_agent text,
  created_at timestamp(3) with time zone not null default now(),
  last_seen_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  constraint sessions_pkey PRIMARY KEY (organization_id, id),
  constraint sessions_user FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id)
);
CREATE INDEX sessions_by_token ON public.sessions USING btree (token_sha256);
CREATE INDEX sessions_of_user ON public.sessions USING btree (organization_id, user_id) WHERE (revoked_at IS NULL);

create table set_up_codes (
  code_sha256 bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint set_up_codes_pkey PRIMARY KEY (code_sha256)
);

create table sign_in_failures (
  subject_sha256 bytea not null,
  failures smallint not null,
  counted_since timestamp(3) with time zone not null default now(),
  locked_until timestamp(3) with time zone,
  constraint sign_in_failures_pkey PRIMARY KEY (subject_sha256)
);
CREATE INDEX sign_in_failures_age ON public.sign_in_failures USING btree (counted_since);

create table users (
  organization_id uuid not null,
  id uuid not null,
  kind user_kind not null default 'staff'::user_kind,
  role user_role not null default 'member'::user_role,
  name text not null,
  email text,
  password_hash text,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint users_pkey PRIMARY KEY (organization_id, id),
  constraint users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint users_staff_have_email CHECK (((kind <> 'staff'::user_kind) OR (email IS NOT NULL)))
);
CREATE INDEX users_email_anywhere ON public.users USING btree (lower(email));
CREATE UNIQUE INDEX users_email ON public.users USING btree (organization_id, lower(email));
CREATE UNIQUE INDEX users_one_of_each_system_kind ON public.users USING btree (organization_id, kind) WHERE (kind <> 'staff'::user_kind);

create table view_preferences (
  organization_id uuid not null,
  user_id uuid not null,
  view_order uuid[] not null,
  default_view text,
  constraint view_preferences_pkey PRIMARY KEY (organization_id, user_id),
  constraint view_preferences_user FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id)
);

create table views (
  organization_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  shared boolean not null,
  query text not null,
  layout text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint views_pkey PRIMARY KEY (organization_id, id),
  constraint views_layout CHECK ((layout = ANY (ARRAY['list'::text, 'board'::text, 'split'::text]))),
  constraint views_owner FOREIGN KEY (organization_id, owner_id) REFERENCES users(organization_id, id)
);
CREATE INDEX views_of_owner ON public.views USING btree (organization_id, owner_id);
CREATE INDEX views_shared ON public.views USING btree (organization_id) WHERE shared;

create table webhook_attempts (
  organization_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  position text,
  kind text not null,
  incident_id uuid,
  number integer not null,
  at timestamp(3) with time zone not null,
  duration_ms integer not null,
  is_delivered boolean not null,
  status integer,
  error text,
  request text not null,
  answer text not null,
  constraint webhook_attempts_pkey PRIMARY KEY (organization_id, endpoint_id, id),
  constraint webhook_attempts_endpoint FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id) ON DELETE CASCADE
);

create table webhook_endpoints (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  description text not null,
  kinds text[],
  created_at timestamp(3) with time zone not null default now(),
  paused_at timestamp(3) with time zone,
  pause_reason text,
  position bigint not null,
  delivered_ahead bigint[] not null default '{}'::bigint[],
  failing_since timestamp(3) with time zone,
  last_delivered_at timestamp(3) with time zone,
  retry_at timestamp(3) with time zone,
  lease_id uuid,
  leased_until timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_endpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhook_endpoints_pause_reason CHECK ((pause_reason = ANY (ARRAY['administrator'::text, 'failures'::text, 'gone'::text, 'new_epoch'::text])))
);

create table webhook_retries (
  organization_id uuid not null,
  endpoint_id uuid not null,
  incident_id uuid not null,
  position bigint not null,
  event_id uuid not null,
  attempts integer not null,
  failing_since timestamp(3) with time zone not null,
  retry_at timestamp(3) with time zone not null,
  constraint webhook_retries_pkey PRIMARY KEY (organization_id, endpoint_id, incident_id),
  constraint webhook_retries_endpoint FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id) ON DELETE CASCADE
);

create table webhook_secrets (
  organization_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  hmac_key bytea not null,
  signing_key bytea not null,
  ends_at timestamp(3) with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (organization_id, endpoint_id, id),
  constraint webhook_secrets_endpoint FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id) ON DELETE CASCADE
);

create table workflow_states (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  position integer not null,
  is_initial boolean not null default false,
  is_final boolean not null default false,
  archived_at timestamp(3) with time zone,
  constraint workflow_states_pkey PRIMARY KEY (organization_id, id),
  constraint workflow_states_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE UNIQUE INDEX workflow_states_one_initial ON public.workflow_states USING btree (organization_id) WHERE is_initial;

create table workflow_transitions (
  organization_id uuid not null,
  from_state_id uuid not null,
  to_state_id uuid not null,
  constraint workflow_transitions_pkey PRIMARY KEY (organization_id, from_state_id, to_state_id),
  constraint workflow_transitions_from FOREIGN KEY (organization_id, from_state_id) REFERENCES workflow_states(organization_id, id),
  constraint workflow_transitions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint workflow_transitions_to FOREIGN KEY (organization_id, to_state_id) REFERENCES workflow_states(organization_id, id)
);

CREATE STATISTICS public.incidents_of_assignee (dependencies) ON organization_id, assignee_id FROM incidents;

CREATE STATISTICS public.incidents_of_category (dependencies) ON organization_id, type_id, category_id FROM incidents;

CREATE STATISTICS public.incidents_of_external_id ON md5(external_id) FROM incidents;

CREATE STATISTICS public.incidents_of_point (dependencies) ON organization_id, location_id, point_id FROM incidents;

CREATE STATISTICS public.incidents_of_reporter (dependencies) ON organization_id, created_by FROM incidents;

CREATE STATISTICS public.incidents_of_state (dependencies) ON organization_id, state_id FROM incidents;
