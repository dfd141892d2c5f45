-- Places where incidents happen.

create table locations (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null,
  external_id text,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);

create table points (
  organization_id uuid not null references organizations,
  id uuid not null,
  location_id uuid not null,
  name text not null,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  -- Incidents refer to a point together with its location.
  constraint points_of_location unique (organization_id, location_id, id),
  constraint points_location foreign key (organization_id, location_id) references locations
);
