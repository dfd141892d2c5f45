-- These letters are upper case already, so that folding left them as they are, and a search for them in lower case did not
-- find them: the capital sharp s, the signs for angstrom, ohm and kelvin, the theta symbol, and the dotted capital i.
update incidents
set search_text = translate(replace(replace(search_text, U&'\1E9E', 'SS'), U&'\0130', U&'I\0307'),
  U&'\212B\2126\212A\03F4', U&'\00C5\03A9K\0398')
where search_text ~ U&'[\1E9E\212B\2126\212A\03F4\0130]';
