-- Why a scheduled pulse could not open. Those that were cancelled before have none.
alter table pulses add column reason text;
