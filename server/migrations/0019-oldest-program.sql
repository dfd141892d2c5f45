-- Migration that a program must have to be able to use this schema. A migration that earlier programs cannot use writes
-- its own name here.
create table oldest_program (migration text not null);
insert into oldest_program values ('0010-views');
