-- concurrently
-- Each statement runs outside a transaction, while programs write. After an interruption, all statements run again.

alter table events validate constraint events_have_data;

-- Serves the timeline of an incident: the events of the incident, of its comments and of its files. The index leaves
-- out all other events.
drop index concurrently if exists events_of_incident;
create index concurrently events_of_incident on events (organization_id, incident_id, at, id)
  where incident_id is not null;

-- Serves the overview, which counts the incidents closed per day. The index has only changes of the state.
drop index concurrently if exists events_state_changed;
create index concurrently events_state_changed on events (organization_id, at)
  where kind = 'incident.changed' and data #> '{changes,stateId}' is not null;

-- Serves the feed, and the look-up of the last position for each new event. New entries go to the end of their
-- organization's part, so a write pays for one page that is already in memory.
drop index concurrently if exists events_by_position;
create unique index concurrently events_by_position on events (organization_id, position);

drop index concurrently if exists events_of_subject;
drop index concurrently if exists events_incident_transitioned;
