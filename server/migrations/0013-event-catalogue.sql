-- Events of the catalogue, see contract/src/events/. Kinds are named noun.verb and have a version. The events of an
-- incident, of its comments and of its files name the incident. `data` replaces `changes`, `version` and the ids of
-- other subjects. Servers of the previous version still write the old columns; a later migration drops them.

-- Take all locks first, in the order in which requests take them.
lock table comments, incidents, events in access exclusive mode;

-- The timeline finds deleted comments by their events.
drop index comments_deleted;

-- Position of the event that created the incident.
alter table incidents add column number bigint;

alter table events
  add column kind_version smallint not null default 1,
  -- No foreign key: the event is inserted together with a row of the incident, and a look-up would cost each creation.
  add column incident_id uuid,
  add column data jsonb,
  -- The next migration translates earlier events. Migration 0016 replaces the constraint by NOT NULL.
  add constraint events_have_data check (data is not null) not valid,
  add column position bigint,
  -- API key with which the change was made. No foreign key: keys are never deleted, and a look-up would cost each event.
  add column key_id uuid,
  alter column subject_kind drop not null,
  alter column subject_id drop not null,
  alter column changes set default '{}';

-- Translates an event of the previous version. A later migration can drop this function and the trigger below.
create function translate_event_1() returns trigger language plpgsql as $$
begin
  new.incident_id := case new.subject_kind
    when 'incident' then new.subject_id::uuid
    when 'comment' then (
      select related_entity_id from comments where organization_id = new.organization_id and id = new.subject_id::uuid
    )
    when 'media' then (
      select coalesce(media.incident_id, comments.related_entity_id)
      from media left join comments
        on comments.organization_id = media.organization_id and comments.id = media.comment_id
      where media.organization_id = new.organization_id and media.id = new.subject_id::uuid
    )
  end;

  new.data := case
      when new.kind in ('media_attached', 'media_removed') then '{}'
      when new.subject_kind in ('comment', 'media', 'location', 'point', 'user', 'view')
        then jsonb_build_object(new.subject_kind || 'Id', new.subject_id)
      when new.subject_kind = 'api_key' then jsonb_build_object('apiKeyId', new.subject_id)
      else '{}'
    end || case
      when new.kind in (
        'incident_edited', 'incident_assigned', 'incident_transitioned', 'comment_edited', 'location_changed',
        'point_changed', 'user_changed', 'view_changed', 'workflow_changed', 'organization_oldest_revision_age_set'
      ) then jsonb_build_object('changes', new.changes)
      when new.kind = 'incident_restored'
        then case new.changes when '{}' then '{}' else jsonb_build_object('changes', new.changes) end
      when new.kind like '%\_archived' or new.kind like '%\_restored' then '{}'
      when new.kind = 'comment_added' then new.changes - 'relatedEntityId'
      when new.kind = 'comment_removed' then jsonb_build_object('createdBy', (
        select created_by from comments where organization_id = new.organization_id and id = new.subject_id::uuid
      ))
      when new.kind = 'media_attached' then new.changes || jsonb_build_object(
        'commentId', case when new.subject_kind = 'comment' then new.subject_id end
      )
      when new.kind = 'creation_configuration_draft_saved'
        then new.changes || jsonb_build_object('version', new.changes #> '{version,1}')
      when new.kind = 'api_key_rotated' then jsonb_build_object(
        'successorId', new.changes #> '{successorId,1}', 'revokedAt', new.changes #> '{revokedAt,1}'
      )
      when new.kind = 'api_key_revoked' then jsonb_build_object('revokedAt', new.changes #> '{revokedAt,1}')
      else new.changes
    end || case
      when new.kind like 'incident\_%' and new.kind <> 'incident_created' or new.kind in ('media_attached', 'media_removed')
        then jsonb_build_object('version', new.version)
      else '{}'
    end;

  new.kind := case new.kind
    when 'incident_edited' then 'incident.changed'
    when 'incident_assigned' then 'incident.changed'
    when 'incident_transitioned' then 'incident.changed'
    when 'incident_removed' then 'incident.deleted'
    when 'comment_added' then 'comment.created'
    when 'comment_edited' then 'comment.changed'
    when 'comment_removed' then 'comment.deleted'
    when 'media_removed' then 'media.deleted'
    when 'location_added' then 'location.created'
    when 'point_added' then 'point.created'
    when 'user_added' then 'user.created'
    when 'view_saved' then 'view.created'
    when 'view_removed' then 'view.deleted'
    when 'workflow_set_up' then 'workflow.created'
    when 'organization_oldest_revision_age_set' then 'organization.changed'
    -- All other kinds keep their words: only the name of the object is separated from the verb.
    else regexp_replace(new.kind, '^(?:creation_)?(api_key|[a-z]+)_', '\1.')
  end;
  -- The values are stored only once, so that erasing them concerns one column.
  new.changes := '{}';
  return new;
end $$;

create trigger events_of_previous_version before insert or update on events
  for each row when (new.kind not like '%.%') execute function translate_event_1();
