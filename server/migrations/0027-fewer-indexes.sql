-- Each change of an incident adds an entry to every index the incident is in, because `last_modified_at` is indexed and always
-- changes. So an index has to earn its place: 17 of 27 stay, narrower, and take 1 GB of a million incidents instead of 3.8.
-- Columns behind `id` order nothing: a bound or a priority is compared with them before the row is read.
drop index
  incidents_by_id, incidents_by_created_at, incidents_by_last_modified_at, incidents_by_name, incidents_by_occurred_at,
  incidents_by_priority,
  incidents_of_week_by_created_at, incidents_of_week_by_id, incidents_of_week_by_name, incidents_of_week_by_occurred_at,
  incidents_of_week_by_priority,
  incidents_of_assignee, incidents_of_assignee_by_last_modified_at, incidents_of_assignee_by_name,
  incidents_of_location, incidents_of_location_by_last_modified_at, incidents_of_location_by_name,
  incidents_of_category, incidents_of_point, incidents_of_reporter, incidents_of_state, incidents_of_type,
  incidents_search_text, incidents_tags;

-- One for each order of the list; the order by id is that of the primary key.
create index incidents_by_created_at on incidents (organization_id, created_at, id, priority, last_modified_at)
  where deleted_at is null;
create index incidents_by_last_modified_at on incidents (organization_id, last_modified_at, id, priority)
  where deleted_at is null;
create index incidents_by_occurred_at on incidents (organization_id, occurred_at, id, last_modified_at)
  where deleted_at is null;
create index incidents_by_name on incidents (organization_id, (coalesce(name, '')) collate "C", id, last_modified_at)
  where deleted_at is null;
create index incidents_by_priority on incidents (organization_id, priority, id, last_modified_at)
  where deleted_at is null;

-- One for each filter, in the default order of the list.
create index incidents_of_location on incidents (organization_id, location_id, created_at, id, priority)
  where deleted_at is null and location_id is not null;
-- What a device at a location asks for: what has changed there.
create index incidents_of_location_by_last_modified_at
  on incidents (organization_id, location_id, last_modified_at, id, priority)
  where deleted_at is null and location_id is not null;
create index incidents_of_point on incidents (organization_id, point_id, created_at, id)
  where deleted_at is null and point_id is not null;
create index incidents_of_assignee on incidents (organization_id, assignee_id, created_at, id)
  where deleted_at is null and assignee_id is not null;
create index incidents_of_type on incidents (organization_id, type_id, created_at, id)
  where deleted_at is null and type_id is not null;
create index incidents_of_category on incidents (organization_id, category_id, created_at, id)
  where deleted_at is null and category_id is not null;
create index incidents_of_state on incidents (organization_id, state_id, created_at, id)
  where deleted_at is null;
create index incidents_of_reporter on incidents (organization_id, created_by, created_at, id)
  where deleted_at is null;

-- A search ignores accents, and takes composed and decomposed letters alike: the same as `foldForSearch`, whose folding of
-- case has happened already. Only incidents whose text changes are written.
create function fold_search_text(folded_case text) returns text language sql immutable parallel safe as $$
  select upper(normalize(
    replace(replace(replace(
      translate(
        regexp_replace(normalize(folded_case, nfkd), U&'[\0300-\036F\1AB0-\1AFF\1DC0-\1DFF\20D0-\20FF\FE20-\FE2F]', '', 'g'),
        U&'\0141\00D8\0110\00D0\0126\0166', 'LODDHT'),
      U&'\00C6', 'AE'), U&'\0152', 'OE'), U&'\00DE', 'TH'), nfc) collate "C")
$$;
update incidents set search_text = fold_search_text(search_text)
where search_text <> fold_search_text(search_text);
drop function fold_search_text(text);

-- Words and tags in one: a query for both reads one index.
create index incidents_search on incidents
  using gin (organization_id, search_text gin_trgm_ops, tags) with (gin_pending_list_limit = 256)
  where deleted_at is null;
