-- The states an incident can be in, and the transitions between them.

create table workflow_states (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null,
  position integer not null,
  is_initial boolean not null default false,
  is_final boolean not null default false,
  archived_at timestamptz(3),
  primary key (organization_id, id)
);

create unique index workflow_states_one_initial on workflow_states (organization_id) where is_initial;

create table workflow_transitions (
  organization_id uuid not null references organizations,
  from_state_id uuid not null,
  to_state_id uuid not null,
  primary key (organization_id, from_state_id, to_state_id),
  constraint workflow_transitions_from foreign key (organization_id, from_state_id) references workflow_states,
  constraint workflow_transitions_to foreign key (organization_id, to_state_id) references workflow_states
);
