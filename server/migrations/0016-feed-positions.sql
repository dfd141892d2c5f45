-- Positions of events in commit order, and the numbers by which people name incidents; see docs/decisions/0019.

-- Take all locks first, in the order in which requests take them.
lock table organizations in share row exclusive mode;
lock table events in access exclusive mode;

alter table events alter column data set not null;
alter table events drop constraint events_have_data;

create table feeds (
  organization_id uuid primary key references organizations,
  -- Positions up to this one belong to events from before this migration. The next migration assigns them,
  -- while other programs write; see server/src/database/migrations/number-events.ts.
  reserved bigint not null default 0,
  -- Last of these positions that has been assigned.
  assigned bigint not null default 0,
  -- Part of every position in the API. A new epoch begins when events may have been lost, for example after a restore.
  -- Earlier positions may then belong to other events, or to none.
  epoch text not null default substr(md5(random()::text), 1, 8)
);

insert into feeds (organization_id, reserved)
select organization.id, (select count(*) from events where organization_id = organization.id)
from organizations as organization;

-- Locks the feed of an organization until the transaction ends, and returns the next position. Each statement inside a
-- PL/pgSQL function sees everything that was committed before the statement began. So the second statement sees the
-- events of the transaction for which the first statement waited. The row is locked but not changed, so that no dead
-- row versions collect during a long transaction.
create function next_position_1(feed uuid) returns bigint language plpgsql as $$
declare
  lower_bound bigint;
begin
  select reserved into lower_bound from feeds where organization_id = feed for update;
  if not found then
    insert into feeds (organization_id) values (feed) on conflict do nothing;
    select reserved into strict lower_bound from feeds where organization_id = feed for update;
  end if;
  return greatest(lower_bound, (select max(position) from events where organization_id = feed)) + 1;
end $$;

-- Reserves a position for the creation of each incident whose clientRequestId is not used yet. Every creation locks the
-- feed before it inserts, so nobody else can use these clientRequestIds before the transaction ends.
create function reserve_creations_1(feed uuid, client_request_ids uuid[])
returns table (request_id uuid, number bigint) language plpgsql as $$
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
end $$;

-- Programs of the previous version insert events without a position. A later migration can drop this trigger.
create function number_event_1() returns trigger language plpgsql as $$
begin
  new.position := next_position_1(new.organization_id);
  -- The trigger events_of_previous_version has already set the kind and the incident.
  if new.kind = 'incident.created' then
    update incidents set number = new.position
    where organization_id = new.organization_id and id = new.incident_id;
  end if;
  return new;
end $$;
create trigger number_event before insert on events
  for each row when (new.position is null) execute function number_event_1();
