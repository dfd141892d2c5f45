-- What governs creation, as numbered revisions that never change.

create table creation_configurations (
  organization_id uuid not null references organizations,
  revision integer not null,
  -- Types, Categories, profiles and the default profile: ConfigurationDraft of the contract.
  content jsonb not null,
  published_at timestamptz(3) not null default now(),
  published_by uuid,
  primary key (organization_id, revision),
  constraint creation_configurations_published_by foreign key (organization_id, published_by) references users
);
