-- Oldest program that may use the schema: one that has this migration. A migration that earlier programs cannot use
-- names itself here.
create table oldest_program (migration text not null);
insert into oldest_program values ('0010-views');
