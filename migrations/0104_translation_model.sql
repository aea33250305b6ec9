-- translation_model: the host that texts of surveys may be sent to, to propose translations; null: the organisation has agreed to none. Apart from language_model,
-- which sends comments: whoever wants the one need not agree to the other.
alter table organisations add column translation_model text;
