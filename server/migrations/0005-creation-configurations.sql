-- Types, categories and profiles: numbered revisions that never change, and the draft of the next one.

create table creation_configurations (
  organization_id uuid not null references organizations,
  revision integer not null,
  -- ConfigurationContent of the contract.
  content jsonb not null,
  published_at timestamptz(3) not null default now(),
  published_by uuid,
  primary key (organization_id, revision),
  constraint creation_configurations_published_by foreign key (organization_id, published_by) references users
);

-- Saved while it is edited, complete or not.
create table configuration_drafts (
  organization_id uuid not null primary key references organizations,
  -- Null after the draft was discarded or published. The row stays, so that no two drafts share a version.
  content jsonb,
  -- The revision the editor started from: publishing must not silently undo a newer one.
  based_on_revision integer not null,
  -- Rises with every save, so that two editors notice each other.
  version integer not null,
  updated_at timestamptz(3) not null default now(),
  updated_by uuid not null,
  constraint configuration_drafts_based_on_revision foreign key (organization_id, based_on_revision)
    references creation_configurations,
  constraint configuration_drafts_updated_by foreign key (organization_id, updated_by) references users
);
