-- Views kept "All open" and "All closed" as the ids of the states of that day, and missed states added later.
-- A view of exactly those states becomes state=open or state=closed. Reads and writes views only: done at once.
with asked as (
  select views.organization_id, views.id,
    array_agg(distinct lower(substr(part, 9))) filter (where part like 'stateId=%') as state_ids,
    string_agg(part, '&' order by place) filter (where part not like 'stateId=%') as others
  from views cross join lateral string_to_table(views.query, '&') with ordinality as parts (part, place)
  group by views.organization_id, views.id
),
meant as (
  select organization_id, case when is_final then 'closed' else 'open' end as state,
    array_agg(distinct id::text) as state_ids
  from workflow_states where archived_at is null group by organization_id, is_final
)
update views set query = concat_ws('&', asked.others, 'state=' || meant.state)
from asked join meant on meant.organization_id = asked.organization_id and meant.state_ids = asked.state_ids
where views.organization_id = asked.organization_id and views.id = asked.id;
