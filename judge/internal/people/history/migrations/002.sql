-- What the record of a judging's search shows: the rungs of the ladder, a bit each; -1: it shows nothing.
CREATE TABLE record (
  judging INTEGER PRIMARY KEY REFERENCES judging,
  rungs   INTEGER NOT NULL
) STRICT;
