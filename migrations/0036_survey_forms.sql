-- What recipients of a survey see, where that is more than the questions that answers and figures are about: matrices, statements, and
-- comments on ratings. null: the questions themselves.
alter table collections
add column form jsonb;
