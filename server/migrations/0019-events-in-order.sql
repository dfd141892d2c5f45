-- Who waits for another's change of the same thing comes after it, also on the timeline: a transaction's time is that of
-- its beginning, which may be before the other's.
alter table events alter column at set default clock_timestamp();
