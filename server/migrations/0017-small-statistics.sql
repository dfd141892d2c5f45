-- The planner has to know that an Organization follows from each of these; see 0005. One set of statistics over all seven
-- weighs every combination of them: at a million Incidents an analysis took 16 seconds, and 2 with one set for each chain.
-- A small Organization's reporter, who may have reported everything in it, was taken for rare.
drop statistics incidents_of_organization;
create statistics incidents_of_category (dependencies) on organization_id, type_id, category_id from incidents;
create statistics incidents_of_point (dependencies) on organization_id, location_id, point_id from incidents;
create statistics incidents_of_state (dependencies) on organization_id, state_id from incidents;
create statistics incidents_of_assignee (dependencies) on organization_id, assignee_id from incidents;
create statistics incidents_of_reporter (dependencies) on organization_id, created_by from incidents;
-- Without Incidents there is nothing to learn, and an empty table that was analysed is read whole until it is again.
do $$ begin
  if exists (select from incidents) then analyze incidents; end if;
end $$;
