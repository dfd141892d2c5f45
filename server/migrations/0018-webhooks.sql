-- Webhook endpoints: cursors on the feed of their organization; see docs/decisions/0020-webhooks-are-cursors.md.

alter table api_keys drop constraint api_keys_scopes;
alter table api_keys add constraint api_keys_scopes
  check (scopes <@ array ['read', 'write', 'webhooks'] and cardinality(scopes) > 0);

create table webhook_endpoints (
  organization_id uuid not null references organizations,
  id uuid not null,
  url text not null,
  description text not null,
  -- Null for all kinds of the feed.
  kinds text[],
  created_at timestamptz(3) not null default now(),
  paused_at timestamptz(3),
  pause_reason text constraint webhook_endpoints_pause_reason
    check (pause_reason in ('administrator', 'failures', 'gone', 'new_epoch')),
  -- Every event up to this position is delivered, skipped, or held back in webhook_retries.
  position bigint not null,
  -- Positions of delivered events beyond `position`. At most as many as one process delivers at the same time.
  delivered_ahead bigint[] not null default '{}',
  failing_since timestamptz(3),
  last_delivered_at timestamptz(3),
  -- Time of the next retry; null if no event is held back.
  retry_at timestamptz(3),
  -- A process delivers the events of an endpoint only while it has the lease. Changing the endpoint ends the lease.
  lease_id uuid,
  leased_until timestamptz(3) not null default '-infinity',
  primary key (organization_id, id)
);

-- The newest secret of an endpoint has no end.
create table webhook_secrets (
  organization_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  hmac_key bytea not null,
  -- Ed25519 private key in the format PKCS #8.
  signing_key bytea not null,
  ends_at timestamptz(3),
  primary key (organization_id, endpoint_id, id),
  constraint webhook_secrets_endpoint foreign key (organization_id, endpoint_id)
    references webhook_endpoints on delete cascade
);

-- Incidents whose events are held back, because the delivery of one of them failed.
create table webhook_retries (
  organization_id uuid not null,
  endpoint_id uuid not null,
  -- The nil UUID stands for the events that belong to no incident.
  incident_id uuid not null,
  -- Event that failed. The later events of the incident wait for it.
  position bigint not null,
  event_id uuid not null,
  attempts integer not null,
  failing_since timestamptz(3) not null,
  retry_at timestamptz(3) not null,
  primary key (organization_id, endpoint_id, incident_id),
  constraint webhook_retries_endpoint foreign key (organization_id, endpoint_id)
    references webhook_endpoints on delete cascade
);

-- Log of the attempts of the last days. The deliveries do not depend on it.
create table webhook_attempts (
  organization_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  -- As the API writes it, because the epoch of the feed may change. Null for a test.
  position text,
  kind text not null,
  incident_id uuid,
  number integer not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  is_delivered boolean not null,
  status integer,
  error text,
  request text not null,
  answer text not null,
  primary key (organization_id, endpoint_id, id),
  constraint webhook_attempts_endpoint foreign key (organization_id, endpoint_id)
    references webhook_endpoints on delete cascade
);
