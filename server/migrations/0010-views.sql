-- Saved lists and boards of the console.

create table views (
  organization_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  shared boolean not null,
  -- Filters and sort, as the parameters of an address.
  query text not null,
  layout text not null constraint views_layout check (layout in ('list', 'board')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  constraint views_owner foreign key (organization_id, owner_id) references users
);

create index views_of_owner on views (organization_id, owner_id);
create index views_shared on views (organization_id) where shared;
