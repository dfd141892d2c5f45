-- Time zone in which the console shows times, and the ages at which open incidents turn amber and red. Null stands for
-- the time zone of each browser, and for the default ages.
alter table organizations add column time_zone text, add column age_thresholds jsonb;
