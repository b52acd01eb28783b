-- Times are nanoseconds since 1970, durations microseconds.

CREATE TABLE person (
  id     INTEGER PRIMARY KEY,
  name   TEXT NOT NULL UNIQUE,
  role   TEXT NOT NULL CHECK (role IN ('student', 'teacher')),
  token  BLOB UNIQUE,                -- its digest; NULL: nobody can come as this person
  served INTEGER NOT NULL DEFAULT 0  -- when one of theirs was last begun: who waits longest is next
) STRICT;

CREATE TABLE contest (
  id      TEXT PRIMARY KEY,
  title   TEXT NOT NULL,
  starts  INTEGER NOT NULL,
  ends    INTEGER NOT NULL CHECK (ends > starts),
  freezes INTEGER NOT NULL  -- from then on the ranking shows no verdicts; 0: never
) STRICT;

CREATE TABLE contest_problem (
  contest TEXT NOT NULL REFERENCES contest,
  place   INTEGER NOT NULL,
  problem TEXT NOT NULL,
  PRIMARY KEY (contest, place)
) STRICT, WITHOUT ROWID;

-- What a teacher said of a problem; one without a row is open and shows all.
CREATE TABLE problem (
  id     TEXT PRIMARY KEY,
  closed INTEGER NOT NULL,
  veiled INTEGER NOT NULL  -- students see verdicts of secret cases, and nothing of what is in them
) STRICT;

CREATE TABLE source (
  digest BLOB PRIMARY KEY,
  text   BLOB NOT NULL
) STRICT;

CREATE TABLE submission (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  person          INTEGER NOT NULL REFERENCES person,
  contest         TEXT REFERENCES contest,
  problem         TEXT NOT NULL,
  problem_version TEXT NOT NULL,
  language        TEXT NOT NULL,
  file            TEXT NOT NULL,
  source          BLOB NOT NULL REFERENCES source,
  bytes           INTEGER NOT NULL,
  created         INTEGER NOT NULL
) STRICT;
CREATE INDEX submission_person ON submission (person, id);
CREATE INDEX submission_problem ON submission (problem, id);
CREATE INDEX submission_contest ON submission (contest, id) WHERE contest IS NOT NULL;

CREATE TABLE judging (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  submission INTEGER NOT NULL REFERENCES submission,
  valid      INTEGER NOT NULL,
  attempt    INTEGER NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'stopped')),
  verdict    TEXT NOT NULL,
  cases      INTEGER NOT NULL DEFAULT 0,  -- that were to be run
  passed     INTEGER NOT NULL DEFAULT 0,
  cpu        INTEGER NOT NULL DEFAULT 0,
  slowest    INTEGER NOT NULL DEFAULT 0,
  peak_kib   INTEGER NOT NULL DEFAULT 0,
  machine    TEXT NOT NULL DEFAULT '',
  judge      TEXT NOT NULL DEFAULT '',
  created    INTEGER NOT NULL,
  started    INTEGER NOT NULL DEFAULT 0,
  ended      INTEGER NOT NULL DEFAULT 0,
  head       BLOB  -- the run without its cases, as judge -json writes it; NULL: not over yet, or dropped
) STRICT;
CREATE UNIQUE INDEX judging_valid ON judging (submission) WHERE valid;
CREATE INDEX judging_open ON judging (state) WHERE state IN ('queued', 'running');
CREATE INDEX judging_submission ON judging (submission);
CREATE INDEX judging_ended ON judging (ended) WHERE head IS NOT NULL;

CREATE TABLE result (
  judging  INTEGER NOT NULL REFERENCES judging,
  n        INTEGER NOT NULL,  -- in the order they came, from 1
  name     TEXT NOT NULL,
  verdict  TEXT NOT NULL,
  cpu      INTEGER NOT NULL,
  peak_kib INTEGER NOT NULL,
  detail   BLOB,              -- the case as judge -json writes it; NULL: dropped
  PRIMARY KEY (judging, n)
) STRICT, WITHOUT ROWID;
