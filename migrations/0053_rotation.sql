-- Rotation: questions of a check-in that take turns, and how many of them each instance asks. null: every instance asks all questions.
alter table check_ins add column rotation jsonb;
-- Which of those an instance asks, from when it opens; null where nothing rotates. Kept to choose the next ones.
alter table check_in_instances add column rotation_question_ids text[];
