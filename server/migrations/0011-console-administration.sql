-- What administrators prepare in the console, and what the overview counts.

-- One per organization: what will be the next revision, saved as it is edited, whether it could be published or not.
create table configuration_drafts (
  organization_id uuid not null primary key references organizations,
  -- Null once it was discarded or published: the version goes on, and is never that of two drafts.
  content jsonb,
  -- What its editor saw: it must not quietly undo a revision that was published meanwhile.
  based_on_revision integer not null,
  -- Moves with every save, so that two editors notice each other.
  version integer not null,
  updated_at timestamptz(3) not null default now(),
  updated_by uuid not null,
  constraint configuration_drafts_based_on_revision foreign key (organization_id, based_on_revision)
    references creation_configurations,
  constraint configuration_drafts_updated_by foreign key (organization_id, updated_by) references users
);

-- Moves with every change of the workflow, for the same reason.
alter table organizations add column workflow_version integer not null default 1;

-- How many Incidents were closed on a day is told by their transitions. Creations are not in it, and do not pay for it.
create index events_incident_transitioned on events (organization_id, at) where kind = 'incident_transitioned';
