-- Single questions are kept as templates are: of a kind of their own, with one question each.
alter table templates drop constraint templates_kind_known;
alter table templates add constraint templates_kind_known check (kind in ('pulse', 'check_in', 'question'));
