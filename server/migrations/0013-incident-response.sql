-- An Incident is kept with the JSON that it is answered with: reading fifty of them is then reading fifty texts, and the
-- server neither parses nor prints a value. The database makes it from the row, so that it cannot be out of date.
--
-- Immutable as used here: nothing in it depends on a setting. PL/pgSQL because its plan outlives the statement.
create function incident_response(
  id uuid, client_request_id uuid, name text, description text, type_id uuid, category_id uuid,
  priority incident_priority, state_id uuid, location_id uuid, point_id uuid, assignee_id uuid,
  occurred_at timestamptz, tags text[], latitude double precision, longitude double precision, external_id text,
  media_ids uuid[], created_by uuid, created_at timestamptz, last_modified_at timestamptz,
  creation_config_version integer
) returns text language plpgsql immutable parallel safe as $$
begin
  return concat(
    '{"id":"', id,
    '","clientRequestId":"', client_request_id,
    '","name":', coalesce(to_json(name)::text, 'null'),
    ',"description":', coalesce(to_json(description)::text, 'null'),
    ',"typeId":', coalesce('"' || type_id || '"', 'null'),
    ',"categoryId":', coalesce('"' || category_id || '"', 'null'),
    ',"priority":"', priority,
    '","stateId":"', state_id,
    '","locationId":', coalesce('"' || location_id || '"', 'null'),
    ',"pointId":', coalesce('"' || point_id || '"', 'null'),
    ',"assigneeId":', coalesce('"' || assignee_id || '"', 'null'),
    ',"occurredAt":"', to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    '","tags":', array_to_json(tags),
    ',"latitude":', coalesce(latitude::text, 'null'),
    ',"longitude":', coalesce(longitude::text, 'null'),
    ',"externalId":', coalesce(to_json(external_id)::text, 'null'),
    ',"mediaIds":', array_to_json(media_ids),
    ',"createdBy":"', created_by,
    '","createdAt":"', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    '","lastModifiedAt":"', to_char(last_modified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    '","creationConfigVersion":', creation_config_version,
    '}'
  );
end $$;

alter table incidents add column response text not null generated always as (
  incident_response(
    id, client_request_id, name, description, type_id, category_id, priority, state_id, location_id, point_id,
    assignee_id, occurred_at, tags, latitude, longitude, external_id, media_ids, created_by, created_at,
    last_modified_at, creation_config_version
  )
) stored;
