-- A thumbnail is made after its file is stored. The row says when the next attempt is due, so that a restart forgets none.

alter table media
  add column thumbnail_due_at timestamptz(3),
  add column thumbnail_attempts smallint not null default 0;

comment on column media.thumbnail_due_at is
  'Next attempt at the thumbnail. While one is under way this is the end of its lease. Null: made, given up, or no image.';
comment on column media.thumbnail_attempts is 'Attempts begun. After the last one the file stays without a thumbnail.';

-- Serves the search for the next organization with a thumbnail to make. It holds only the pending files; a write of any
-- other file leaves it alone.
create index media_thumbnail_due on media (organization_id, thumbnail_due_at) where thumbnail_due_at is not null;
