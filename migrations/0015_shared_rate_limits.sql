-- Points that callers have used in the minute that ends at `expire` (milliseconds since 1970), of all nodes together. The key is a hash of
-- class and caller. rate-limiter-flexible writes it; rows go by a sweep, an hour after their end. Unlogged: after a crash of the database,
-- limits begin anew, and no write waits for the disk. No organisation: callers without one count too. Rows change in place, so a page keeps
-- room for their next versions.
create unlogged table rate_limits (
  key    text    collate "C" primary key,
  points integer not null,
  expire bigint  not null
) with (fillfactor = 70);
