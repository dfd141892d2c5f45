-- The order in which a user sees the views, and the view with which the console opens. Also a third layout of views.
-- Earlier programs can use this schema: they ignore the table, and show a view with the new layout as a list.

alter table views drop constraint views_layout;
alter table views add constraint views_layout check (layout in ('list', 'board', 'split'));

create table view_preferences (
  organization_id uuid not null,
  user_id uuid not null,
  -- Ids of own and shared views. Some may be deleted by now, and views that are not listed come last.
  view_order uuid[] not null,
  -- Id of a view, which may be deleted by now, or name of a built-in view. Null for the list of open incidents.
  default_view text,
  primary key (organization_id, user_id),
  constraint view_preferences_user foreign key (organization_id, user_id) references users
);
