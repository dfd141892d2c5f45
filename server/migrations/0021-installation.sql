-- Mark of this installation, in one row. The media store has a copy, so that a start notices a wrong database or store;
-- see docs/decisions/0022. The primary key does not begin with an organization, because all share the mark.
create table installation (
  id uuid not null primary key,
  -- Number of starts of servers.
  starts bigint not null default 0
);
create unique index installation_is_single on installation ((true));
insert into installation (id) values (gen_random_uuid());
