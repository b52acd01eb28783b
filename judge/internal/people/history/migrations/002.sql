-- What the record of a judging's search shows: how many rungs of the ladder it reached.
CREATE TABLE record (
  judging INTEGER PRIMARY KEY REFERENCES judging,
  rungs   INTEGER NOT NULL
) STRICT;
